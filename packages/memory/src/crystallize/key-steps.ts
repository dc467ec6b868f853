import { type Script, scriptOf } from "./code-block.js";
import { codeEffects } from "./code-effects.js";
import type { Trace, TraceCall } from "./trace.js";

/** An operation that the task was done with. */
export interface KeyStep {
  call: TraceCall;
  /** What the host can run again; undefined for an act that needs the model or a browser. */
  script: Script | undefined;
}

export interface KeySteps {
  steps: KeyStep[];
  /** The last look of the run at what it had made, where it ends with an error if something is wrong. */
  check: KeyStep | undefined;
  /** Calls that are no part of the way: failed, repeated, or mere looking. */
  dropped: { call: TraceCall; why: "failed" | "retried" | "looking" | "notes" }[];
}

const NOTES = new Set(["ask_user", "update_working_checkpoint", "start_long_term_update"]);

/**
 * What of a run has to be done again the next time. Every step has succeeded; a step whose work a later one did
 * over is left out, and so is what only looked, but for the last look when nothing else was done.
 */
export function keySteps({ calls }: Trace): KeySteps {
  const dropped: KeySteps["dropped"] = [];
  const drop = (call: TraceCall, why: KeySteps["dropped"][number]["why"]) => dropped.push({ call, why });
  const done = calls.filter((call) => {
    if (NOTES.has(call.tool)) drop(call, "notes");
    else if (call.isError) drop(call, "failed");
    else return true;
    return false;
  });
  const looked = (call: TraceCall): boolean => isLooking(call);
  const acts = done.filter((call) => !looked(call));
  const lastLook = done.findLast((call) => looked(call) && call.tool === "code_run");
  const lastAct = acts.at(-1);
  const check =
    lastAct && lastLook && isAfter(done, lastLook, lastAct) && judges(lastLook) ? lastLook : undefined;
  const kept = acts.length > 0 ? acts : lastLook ? [lastLook] : [];
  for (const call of done) if (!kept.includes(call) && call !== check) drop(call, "looking");
  const steps = kept.filter((call, index) => {
    const isRedone = kept.slice(index + 1).some((later) => redoes(later, call));
    if (isRedone) drop(call, "retried");
    return !isRedone;
  });
  return {
    steps: steps.map(stepOf),
    check: check && stepOf(check),
    dropped: dropped.sort((a, b) => calls.indexOf(a.call) - calls.indexOf(b.call)),
  };
}

const stepOf = (call: TraceCall): KeyStep => ({ call, script: runnable(call) });

/** The script of a call; writing and patching a file become scripts too. A skill's own run is no new skill. */
export function runnable(call: TraceCall): Script | undefined {
  if (call.tool === "code_run" && call.args.skill === undefined) return scriptOf(call);
  if (call.tool === "file_write") return writeScript(call);
  if (call.tool === "file_patch") return patchScript(call);
  return undefined;
}

function isLooking(call: TraceCall): boolean {
  if (call.tool === "file_read" || call.tool === "web_scan") return true;
  const script = call.tool === "code_run" ? scriptOf(call) : undefined;
  return script !== undefined && !codeEffects(script).acts;
}

const judges = (call: TraceCall): boolean => {
  const script = scriptOf(call);
  return script !== undefined && codeEffects(script).judges;
};

const isAfter = (calls: readonly TraceCall[], a: TraceCall, b: TraceCall): boolean =>
  calls.indexOf(a) > calls.indexOf(b);

/** A later step does an earlier one over when it writes the same file anew, or is nearly the same script. */
function redoes(later: TraceCall, earlier: TraceCall): boolean {
  if (later.tool !== earlier.tool) return false;
  if (later.tool === "file_write")
    return later.args.path === earlier.args.path && (later.args.mode ?? "overwrite") === "overwrite";
  if (later.tool !== "code_run") return false;
  const [a, b] = [scriptOf(later), scriptOf(earlier)];
  return a !== undefined && b !== undefined && a.type === b.type && isNearlySame(a.code, b.code);
}

/** Shared lines among all lines; a mended script keeps most of its lines. */
function isNearlySame(a: string, b: string): boolean {
  const lines = (code: string) =>
    new Set(
      code
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    );
  const [left, right] = [lines(a), lines(b)];
  const shared = [...left].filter((line) => right.has(line)).length;
  return left.size > 0 && shared / Math.max(left.size, right.size) >= 0.6;
}

/** Content in the reply's `<file_content>` is not repeated here: only what the call itself carries is certain. */
function writeScript({ args, said }: TraceCall): Script | undefined {
  const content =
    typeof args.content === "string"
      ? args.content
      : /<file_content>\n?([\s\S]*?)<\/file_content>/.exec(said)?.[1];
  if (content === undefined || typeof args.path !== "string" || content.includes("{{file:")) return undefined;
  const write = args.mode === "append" ? "appendFileSync" : "writeFileSync";
  if (args.mode === "prepend") return undefined;
  return {
    type: "javascript",
    code: `const fs = require("node:fs");
const path = ${JSON.stringify(args.path)};
fs.mkdirSync(require("node:path").dirname(path), { recursive: true });
fs.${write}(path, ${JSON.stringify(content)});
console.log("wrote", path);
`,
  };
}

function patchScript({ args }: TraceCall): Script | undefined {
  const { path, old_content: from, new_content: to } = args;
  if (typeof path !== "string" || typeof from !== "string" || typeof to !== "string") return undefined;
  return {
    type: "javascript",
    code: `const fs = require("node:fs");
const path = ${JSON.stringify(path)};
const parts = fs.readFileSync(path, "utf8").split(${JSON.stringify(from)});
if (parts.length !== 2) throw new Error("The text to replace stands " + (parts.length - 1) + " times in " + path);
fs.writeFileSync(path, parts.join(${JSON.stringify(to)}));
console.log("changed", path);
`,
  };
}
