import { stat } from "node:fs/promises";
import { TOOL_LIMITS } from "@genericagent/context";
import { type Reply, type StepOutcome, type Tool, type ToolEvent, textOf } from "@genericagent/core-loop";
import type { BackgroundProcesses } from "./code-run/background-processes.js";
import { describeEnd } from "./code-run/describe-end.js";
import { fencedCode } from "./code-run/fenced-code.js";
import { type CodeType, findInterpreters, type Interpreters } from "./code-run/find-interpreters.js";
import { OutputBuffer } from "./code-run/output-buffer.js";
import { runCode } from "./code-run/run-code.js";
import { SpillFile, spillFolder } from "./code-run/spill-file.js";
import { fileProblem } from "./files/file-problem.js";
import { resolvePath } from "./files/resolve-path.js";
import { showPath } from "./files/show-path.js";
import { type ChosenSandbox, strongestSandbox } from "./sandbox/strongest-sandbox.js";
import { extraEnvironment } from "./skills/extra-environment.js";
import type { ToolPorts } from "./tool-ports.js";
import { ToolRefusal } from "./tool-refusal.js";

interface CodeRunArgs {
  type?: CodeType;
  script?: string;
  /** The name GenericAgent also accepts for `script`. */
  code?: string;
  cwd?: string;
  /** Seconds. */
  timeout?: number;
}

const DEFAULT_TIMEOUT_S = 60;
const MAX_TIMEOUT_S = 600;

/** Runs code in a process group of its own. Only what the code puts in the background outlives the call. */
export function codeRun(ports: ToolPorts, background: BackgroundProcesses): Tool {
  const env = ports.env ?? process.env;
  const interpreters = findInterpreters(env, ports.cwd);
  const folder = spillFolder(ports.spillDir);
  const answered = new WeakSet<Reply>();
  let chosen: Promise<ChosenSandbox> | undefined;
  const choose = () => (chosen ??= chooseSandbox(ports));
  let isIntroduced = false;

  return {
    spec: specFor(interpreters),
    async *run(rawArgs, { call, reply, signal }): AsyncGenerator<ToolEvent, StepOutcome, void> {
      if (answered.has(reply))
        throw new ToolRefusal("Not run: one code_run a turn. Look at the result of the first one.");
      answered.add(reply);
      const args: CodeRunArgs = rawArgs;
      const { type, code } = codeOf(args, textOf(reply.message), interpreters);
      const cwd = await workingFolder(ports.cwd, args.cwd);
      const timeoutMs = timeoutOf(args);
      const output = new OutputBuffer(TOOL_LIMITS.code_run.maxChars, () => new SpillFile(folder));
      const masked = ports.secretMask?.stream();
      const { sandbox, notice } = await choose();
      const rules = isIntroduced ? undefined : sandbox.rules;
      if (notice && !isIntroduced) yield notice;
      isIntroduced = true;

      const interpreter = interpreters.get(type)!;
      const environment = { ...env, ...extraEnvironment(rawArgs) };
      const run = { type, interpreter, code, cwd, env: environment, sandbox, background, timeoutMs, signal };
      const settleMemory = await ports.memory?.watchCommand?.(sandbox.name !== "none");
      try {
        const end = yield* runCode(run, (text): ToolEvent => {
          output.add(masked?.push(text) ?? text);
          return { type: "tool-output", callId: call.id, text };
        });
        output.add(masked?.end() ?? "");
        const putBack = await settleMemory?.();
        const status = [
          describeEnd(end, { timeoutMs, hasBackground: !sandbox.endsWithCommand }),
          rules,
          putBack,
        ]
          .filter(Boolean)
          .join("\n");
        const data = `${status}\n${describeOutput(output, end.codeFile)}`;
        return end.exitCode === 0 && !end.timedOut ? { data } : { data, isError: true };
      } finally {
        output.spill?.close();
      }
    },
  };
}

const chooseSandbox = async (ports: ToolPorts): Promise<ChosenSandbox> => {
  const { sandbox, cwd, roots = [cwd], masked = [], memory } = ports;
  if (sandbox) return { sandbox };
  return strongestSandbox({ writable: roots, masked, ...(memory && { fixed: [memory.dir] }) });
};

const specFor = (interpreters: Interpreters) => ({
  name: "code_run",
  description:
    "Run code. Prefer a fenced code block in your reply over script. One call a turn. No bulk data in code.",
  parameters: {
    type: "object",
    properties: {
      type: { type: "string", enum: [...interpreters.keys()] },
      script: { type: "string" },
      cwd: { type: "string" },
      timeout: { type: "number", description: `s, max ${MAX_TIMEOUT_S}` },
    },
  },
});

/** From the argument, else from the reply's last fitting code block. */
export function codeOf(
  args: CodeRunArgs,
  reply: string,
  interpreters: Interpreters,
): { type: CodeType; code: string } {
  const written = args.script || args.code;
  const block = written ? undefined : fencedCode(reply, args.type);
  const code = written || block?.code;
  const type = args.type ?? block?.type ?? [...interpreters.keys()][0]!;
  if (!code?.trim())
    throw new ToolRefusal(
      `Not run: there is no code. Put it in a \`\`\`${type} block of the reply that calls code_run, or in "script".`,
    );
  if (code.includes("\0"))
    throw new ToolRefusal("Not run: the code holds a NUL character. Write it as an escape.");
  if (!interpreters.has(type))
    throw new ToolRefusal(
      `Not run: no ${type} on this machine. There is ${[...interpreters.keys()].join(", ")}.`,
    );
  // A shell takes the CR of Windows for a character.
  return { type, code: type === "bash" ? code.replaceAll("\r\n", "\n") : code };
}

async function workingFolder(base: string, given = "."): Promise<string> {
  const cwd = resolvePath(base, given);
  const stats = await stat(cwd).catch((error: unknown) => {
    throw fileProblem(error, "run code in", cwd);
  });
  if (!stats.isDirectory())
    throw new ToolRefusal(`Cannot run code in ${showPath(cwd)}: it is not a folder. Name a folder as cwd.`);
  return cwd;
}

const timeoutOf = ({ timeout = DEFAULT_TIMEOUT_S }: CodeRunArgs): number =>
  1000 * Math.min(timeout > 0 ? timeout : DEFAULT_TIMEOUT_S, MAX_TIMEOUT_S);

/** The temporary file has a new name each time; the same outcome should read the same twice. */
function describeOutput(output: OutputBuffer, codeFile: string | undefined): string {
  const text = codeFile ? output.text().replaceAll(codeFile, "code") : output.text();
  const { spill, totalChars } = output;
  if (!spill) return text.trimEnd() || "(no output)";
  const whole = spill.path
    ? `${spill.problem ?? "whole"} in ${spill.path} (read it with file_read)`
    : spill.problem;
  return `output: ${totalChars} characters, ${whole}\n${text}`;
}
