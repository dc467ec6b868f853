import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { describeAction, type PermissionAnswer, type PermissionRequest } from "@genericagent/tools";
import pc from "picocolors";
import { printable } from "./printable.js";
import type { PromptStreams } from "./prompt-line.js";
import type { KeyInput } from "./terminal/read-keys.js";
import { interrupt } from "./terminal.js";

/** Keys that were pressed before the question stood on the screen are not an answer to it. */
const DEAF_MS = 150;
const MAX_PREVIEW_LINES = 40;

/**
 * Asks on the terminal whether a call may run. Only a written yes is one: Enter alone, the end of the input and
 * everything else is a no, and words are passed on to the model as the reason.
 */
export async function askPermission(
  request: PermissionRequest,
  signal: AbortSignal,
  { input = process.stdin, output = process.stderr }: PromptStreams = {},
): Promise<PermissionAnswer> {
  await dropTyped(input);
  output.write(describeRequest(request, MAX_PREVIEW_LINES));
  const prompt = createInterface({ input, output });
  prompt.on("SIGINT", interrupt);
  const ended = new Promise<undefined>((resolve) => prompt.once("close", () => resolve(undefined)));
  try {
    for (;;) {
      const line = await Promise.race([prompt.question(pc.cyan(choices(request)), { signal }), ended]);
      if (line?.trim() !== "v") return answerOf(line?.trim() ?? "", request);
      output.write(`${printable(request.preview.text)}\n`);
    }
  } finally {
    prompt.close();
  }
}

/** Raw, because a terminal that gathers lines would keep a key without Enter, and put it before the answer. */
async function dropTyped(input: KeyInput): Promise<void> {
  const ignore = (typed: Buffer | string): void => {
    if (typed.includes("\u0003")) interrupt();
  };
  input.setRawMode?.(true);
  input.on("data", ignore);
  input.resume();
  await sleep(DEAF_MS);
  input.pause();
  input.off("data", ignore);
  input.setRawMode?.(false);
}

function describeRequest({ call, actions, preview }: PermissionRequest, maxLines: number): string {
  const lines = printable(preview.text).split("\n");
  const rest = lines.length > maxLines ? [`… ${lines.length - maxLines} more lines: v shows all`] : [];
  return [
    "",
    pc.bold(`May ${call.name} do this?`),
    ...actions.map((action) => `  ${pc.yellow("•")} ${printable(describeAction(action))}`),
    ...[...lines.slice(0, maxLines), ...rest].map(
      (line) => `  ${pc.dim("│")} ${coloured(line, preview.kind)}`,
    ),
    pc.dim(`  asked by ${printable(actions[0]?.rule ?? "")}`),
    "",
  ].join("\n");
}

function coloured(line: string, kind: PermissionRequest["preview"]["kind"]): string {
  if (kind !== "diff") return line;
  return line.startsWith("+ ") ? pc.green(line) : line.startsWith("- ") ? pc.red(line) : pc.dim(line);
}

const choices = ({ rules }: PermissionRequest): string =>
  rules.length > 0
    ? "y yes · s yes, this session · a always · Enter no · or say why not › "
    : "y yes, this once · Enter no · or say why not › ";

function answerOf(line: string, { rules }: PermissionRequest): PermissionAnswer {
  const answer = line.toLowerCase();
  if (answer === "y" || answer === "yes") return { decision: "allow" };
  if (rules.length > 0 && (answer === "s" || answer === "session"))
    return { decision: "allow", remember: "session" };
  if (rules.length > 0 && (answer === "a" || answer === "always"))
    return { decision: "allow", remember: "always" };
  const reason = /^(n|no|s|session|a|always|)$/.test(answer) ? undefined : line;
  return { decision: "deny", ...(reason && { reason }) };
}
