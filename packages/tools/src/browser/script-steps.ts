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
  const hidden = steps.find((step) => step.kind === "script" && /\bga\.\w+\(/.test(step.script));
  if (hidden)
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
