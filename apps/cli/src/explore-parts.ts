import { mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Candidate,
  Exploration,
  type ExplorationPorts,
  idleTrigger,
  judgePrompt,
  lastArray,
  type Notify,
  PendingProposals,
  type Receipts,
  type RunTask,
  reflectPaths,
  type SkillStat,
  type Trigger,
} from "@genericagent/reflect";
import { applyProposal } from "./apply-proposal.js";
import { lastActivity } from "./last-activity.js";

export interface ExploreOptions {
  dataHome: string;
  runTask: RunTask;
  receipts: Receipts;
  signal: AbortSignal;
  notify: Notify;
  idleMinutes?: number | undefined;
  allowMemory?: boolean | undefined;
}

/** Looks are five to an idle time: every 6 minutes at 30. */
const LOOKS = 5;

/** Explores while the user is away. */
export function explorationTrigger(options: ExploreOptions): Trigger {
  const { dataHome, receipts, signal, notify, idleMinutes = 30, allowMemory = false } = options;
  const paths = reflectPaths(dataHome);
  const exploration = new Exploration({
    ...{
      dir: paths.exploration,
      notify,
      ports: portsOf(options),
      pending: new PendingProposals(paths.pending),
    },
    ...(allowMemory && { applyUnasked: applyProposal(dataHome) }),
  });
  const idleMs = idleMinutes * 60_000;
  return idleTrigger({
    ...{ signal, notify, idleMs, checkMs: idleMs / LOOKS },
    lastActivity: async () => lastActivity(dataHome, await ownSessions(receipts)),
    nextTask: () => exploration.nextTask(),
  });
}

/** Sessions that a host started are no sign of the user. */
async function ownSessions(receipts: Receipts): Promise<Set<string>> {
  const histories = await Promise.all((await receipts.list()).map((from) => receipts.read(from)));
  return new Set(histories.flatMap(({ runs }) => runs.flatMap(({ session }) => session ?? [])));
}

function portsOf({ dataHome, runTask, signal }: ExploreOptions): ExplorationPorts {
  const memory = join(dataHome, "memory");
  return {
    skills: () => skillStats(memory),
    judge: (candidates) => judge(candidates, runTask, signal),
    context: async () => (await read(join(memory, "global_mem_insight.txt"))).slice(0, 4_000),
    searchSkills: async (words) => searchSkills(await skillFiles(memory), words),
    sandbox: () => mkdtemp(join(tmpdir(), "ga-explore-")),
  };
}

/** Asked in a session of its own, which knows nothing of the planner's reasons. */
async function judge(candidates: readonly Candidate[], runTask: RunTask, signal: AbortSignal) {
  const prompt = judgePrompt(candidates);
  const settings = { permissions: "read-only", memoryWrites: false };
  const { text } = await runTask(
    { id: "judge", from: "explore/plans", title: "judge", prompt, settings },
    signal,
  );
  return lastArray(text).map((value) => {
    const { utility, innovation } = value as { utility?: unknown; innovation?: unknown };
    return { u: utility, i: innovation };
  });
}

interface SkillFile {
  name: string;
  text: string;
}

async function skillFiles(memory: string): Promise<SkillFile[]> {
  const folders = await readdir(join(memory, "skills")).catch(() => []);
  const flat = (await readdir(memory).catch(() => [])).filter((name) => name.endsWith("_sop.md"));
  const files = [
    ...folders.map((name) => ({ name, path: join(memory, "skills", name, "SKILL.md") })),
    ...flat.map((name) => ({ name: name.slice(0, -"_sop.md".length), path: join(memory, name) })),
  ];
  const texts = await Promise.all(files.map(async ({ name, path }) => ({ name, text: await read(path) })));
  return texts.filter(({ text }) => text !== "");
}

/** A category is what the skill's front matter says, else the first word of its name. */
async function skillStats(memory: string): Promise<SkillStat[]> {
  const uses = await usesBySkill(memory);
  return (await skillFiles(memory)).map(({ name, text }) => {
    const said = /^\s*category:\s*["']?([\p{L}\p{N} _-]+)/mu.exec(frontMatter(text))?.[1];
    return {
      name,
      category: (said ?? name.split(/[-_]/, 1)[0] ?? name).trim().toLowerCase(),
      uses: uses.get(name) ?? 0,
    };
  });
}

const MONTH_MS = 30 * 86_400_000;

/** Runs in the last 30 days, from the memory's account of skills. */
async function usesBySkill(memory: string): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  for (const line of (await read(join(memory, ".ga", "skill_runs.jsonl"))).split("\n")) {
    const { kind, skill, at } = parse(line);
    if (kind !== "run" || typeof skill !== "string" || Date.now() - Date.parse(String(at)) > MONTH_MS)
      continue;
    uses.set(skill, (uses.get(skill) ?? 0) + 1);
  }
  return uses;
}

const MAX_FOUND = 3;

/** Skills whose text shares most words with the task, one line each. */
function searchSkills(files: readonly SkillFile[], words: string): string[] {
  const wanted = new Set(words.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu));
  const hits = files.map(({ name, text }) => {
    const has = text.toLowerCase();
    const count = [...wanted].filter((word) => has.includes(word)).length;
    const about = /^description:\s*(.+)$/m.exec(frontMatter(text))?.[1] ?? "";
    return { line: `${name}: ${about}`.slice(0, 200), count };
  });
  const found = hits.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return found.slice(0, MAX_FOUND).map(({ line }) => line);
}

const frontMatter = (text: string): string => /^---\r?\n([\s\S]*?)\r?\n---/.exec(text)?.[1] ?? "";

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

function parse(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return {};
  }
}
