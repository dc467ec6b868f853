import { mkdtemp, readFile } from "node:fs/promises";
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
  type Trigger,
} from "@genericagent/reflect";
import { applyProposal } from "./apply-proposal.js";
import { searchSkills, skillStats } from "./explore-skills.js";
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
  const judges: string[] = [];
  const runJudge: RunTask = async (task, aborted) => {
    const report = await options.runTask(task, aborted);
    if (report.session) judges.push(report.session);
    return report;
  };
  const exploration = new Exploration({
    ...{
      dir: paths.exploration,
      notify,
      ports: portsOf({ ...options, runTask: runJudge }),
      pending: new PendingProposals(paths.pending),
    },
    ...(allowMemory && { applyUnasked: applyProposal(dataHome) }),
  });
  const idleMs = idleMinutes * 60_000;
  const own = async () => new Set([...(await ownSessions(receipts)), ...judges]);
  return idleTrigger({
    ...{ signal, notify, idleMs, checkMs: idleMs / LOOKS },
    lastActivity: async () => lastActivity(dataHome, await own()),
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
    skills: () => skillStats(dataHome),
    judge: (candidates) => judge(candidates, runTask, signal),
    context: async () => (await read(join(memory, "global_mem_insight.txt"))).slice(0, 4_000),
    searchSkills: (words) => searchSkills(dataHome, words),
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

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");
