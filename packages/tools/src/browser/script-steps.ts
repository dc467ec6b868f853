import { Script } from "node:vm";
import { ToolRefusal } from "../tool-refusal.js";
import type { BrowserStep, StepArgument } from "./browser-port.js";
import { readArguments } from "./step-arguments.js";

const STEP_LINE = /^\s*(?:await\s+)?ga\.(\w+)\((.*)\)\s*;?\s*(?:\/\/.*)?$/;

/**
 * Takes a script apart into JavaScript for the page and lines such as `ga.click("e12")`, which the program does
 * itself: no page can see, fake or use them.
 */
export function scriptSteps(script: string): BrowserStep[] {
  const steps: BrowserStep[] = [];
  let lines: string[] = [];
  const endScript = () => {
    const code = lines.join("\n");
    if (code.trim()) steps.push({ kind: "script", script: code });
    lines = [];
  };
  for (const line of script.split("\n")) {
    const calls = callsOf(line);
    if (!calls) {
      lines.push(line);
      continue;
    }
    endScript();
    steps.push(...calls);
  }
  endScript();
  const hasActs = steps.some(({ kind }) => kind === "act");
  const isTorn = hasActs && steps.some((step) => step.kind === "script" && !compiles(step.script));
  if (isTorn || steps.some((step) => step.kind === "script" && /\bga\.\w+\(/.test(step.script)))
    throw new ToolRefusal(
      "Nothing was run: ga.… calls stand on lines of their own with plain values, not inside other code. Run the rest of the script before or after them.",
    );
  return steps;
}

/** Undefined for a line that holds anything else. */
function callsOf(line: string): BrowserStep[] | undefined {
  const parts = line.split(/;\s*(?=(?:await\s+)?ga\.\w+\()/);
  const calls = parts.map((part): BrowserStep | undefined => {
    const [, name, args] = STEP_LINE.exec(part) ?? [];
    const values: StepArgument[] | undefined = args === undefined ? undefined : readArguments(args);
    return name && values ? { kind: "act", name, args: values } : undefined;
  });
  return calls.every((call) => call !== undefined) ? calls : undefined;
}

/** Compiled, never run: a block that was parted by such a line does not compile. */
function compiles(script: string): boolean {
  try {
    new Script(`(async () => {\n${script}\n})`);
    return true;
  } catch {
    return false;
  }
}
