import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FILES, type Memory, outputHash, type Receipt } from "@genericagent/memory";
import { openHomeMemory } from "../src/index.js";

export const FACTS = "global_mem.txt";
export const L2 = `## [NETWORK]
- The proxy listens on port 6789
- The printer is called Laura

## [BUILD]
- Builds need node 20
`;
export const SOP =
  "# Printing\n\nSend the page to Laura, then wait for the green light before the next page.\n";
const SKILL = "---\nname: report\ndescription: Writes the report of a table\n---\nRun the step.\n";
/** What the tools can show: the guard's rules are tried with proofs at hand, so that none hides behind another. */
const SHOWN = {
  "proxy.conf": "proxy listens on port 6789\n",
  "nas.conf": "nas answers at port 4455\n",
  "state.log":
    "server runs as pid 4711\nlast seen 2026-03-01 10:22\noutput went to /tmp/report-x1.csv\npassphrase is hunterhunter\n",
};

export interface GuardedHome {
  cwd: string;
  home: string;
  /** The memory folder. */
  dir: string;
}

/** A workspace, to be removed by the test, and a data home with facts, an SOP, a skill and the session that proved them. */
export async function guardedHome(): Promise<GuardedHome> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "ga-guard-")));
  const home = join(cwd, ".genericagent");
  for (const [name, text] of Object.entries(SHOWN)) writeFileSync(join(cwd, name), text);
  const receipt = earlierSession(home);
  const memory = await openHomeMemory(home, { env: {} });
  await fill(memory, receipt);
  return { cwd, home, dir: memory.dir };
}

function earlierSession(home: string): Receipt {
  const session = "20260101-000000-aaaaaa";
  const folder = join(home, "memory", FILES.sessions);
  mkdirSync(folder, { recursive: true });
  const content = [{ type: "text", text: "exit 0" }];
  const call = { type: "tool-call", id: "call_1", name: "code_run", args: {} };
  const result = { type: "tool-result", callId: "call_1", name: "code_run", content };
  const lines = [
    { type: "session", version: 1, id: session, at: "2026-01-01T00:00:00Z", cwd: "/", model: "a/b" },
    { type: "tool-start", turn: 1, call },
    { type: "tool-end", turn: 1, result, durationMs: 1 },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  writeFileSync(join(folder, `${session}.jsonl`), text);
  return { session, call: "call_1", outputHash: outputHash(content) };
}

async function fill(memory: Memory, receipt: Receipt): Promise<void> {
  const skill = {
    ...{
      origin: "learnt",
      triggers: ["Report {input}"],
      steps: [{ type: "bash", file: "scripts/step-1.sh" }],
    },
    parameters: [{ name: "input", type: "path", example: "a.csv", role: "input" }],
  };
  const files = {
    [FACTS]: L2,
    "printing_sop.md": SOP,
    "skills/report/SKILL.md": SKILL,
    "skills/report/skill.json": JSON.stringify(skill, null, 2),
    "skills/report/scripts/step-1.sh": 'bash attack.sh "$SKILL_INPUT"\n',
  };
  for (const [path, text] of Object.entries(files))
    await memory.write({ path, text, by: "test", receipts: [receipt] });
}

/** Made anew at any time, or grown by the host's own writing. */
const NOT_COMPARED = /^\.ga\/(seen\.json|usage\.json|lock\/|index\/|staged|blobs\/|changes\.jsonl)/;

/** Every file that must be as it was, with what it says. A link counts as what it is. */
export function stateOf(dir: string, { except = "" } = {}): Record<string, string> {
  const state: Record<string, string> = {};
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(dir, below), { withFileTypes: true })) {
      const path = below ? `${below}/${entry.name}` : entry.name;
      if (entry.isDirectory()) walk(path);
      else if (!NOT_COMPARED.test(path) && !(except && path.includes(except)))
        state[path] = entry.isFile() ? readFileSync(join(dir, path), "latin1") : "no plain file";
    }
  };
  if (statSync(dir, { throwIfNoEntry: false })) walk("");
  return state;
}
