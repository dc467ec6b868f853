import { TOOL_LIMITS, truncateMiddle } from "@genericagent/context";
import { type Tool, type ToolContent, text } from "@genericagent/core-loop";
import type { BrowserOutcome, BrowserPort } from "./browser/browser-port.js";
import { browserProblem } from "./browser/browser-problem.js";
import { describeChanges } from "./browser/describe-changes.js";
import { scriptSteps } from "./browser/script-steps.js";
import { SpillFile, spillFolder } from "./code-run/spill-file.js";
import { fileProblem } from "./files/file-problem.js";
import { openTarget, type Target } from "./files/open-target.js";
import { resolvePath } from "./files/resolve-path.js";
import type { SeenFiles } from "./files/seen-files.js";
import { showPath } from "./files/show-path.js";
import { utf8 } from "./files/text-codec.js";
import type { ToolPorts } from "./tool-ports.js";
import { ToolRefusal } from "./tool-refusal.js";

interface WebExecuteJsArgs {
  script: string;
  switch_tab_id?: string;
  save_to_file?: string;
  no_monitor?: boolean;
}

/** Runs a script in the current tab, and tells its result and what it changed. */
export function webExecuteJs(browser: BrowserPort, ports: ToolPorts, seen: SeenFiles): Tool {
  const folder = spillFolder(ports.spillDir);
  return {
    spec: {
      name: "web_execute_js",
      description:
        "Run JS in the tab; returns the last expression; await, $('e12') work. Trusted, one a line: ga.click('e12') ga.type('e12',text) ga.press('Enter')",
      parameters: {
        type: "object",
        properties: {
          script: { type: "string" },
          switch_tab_id: { type: "string" },
          save_to_file: { type: "string" },
          no_monitor: { type: "boolean" },
        },
        required: ["script"],
      },
    },
    async run(rawArgs, { signal }) {
      const args = rawArgs as unknown as WebExecuteJsArgs;
      const steps = scriptSteps(args.script);
      if (steps.length === 0) throw new ToolRefusal("The script is empty. Nothing was run.");
      const file = args.save_to_file ? await openResultFile(args.save_to_file, ports, seen) : undefined;
      try {
        if (args.switch_tab_id) await browser.switchTab(args.switch_tab_id, signal);
        const outcome = await browser.run(steps, { observe: args.no_monitor !== true, signal });
        const result = file ? await file.save(outcome) : shown(outcome, folder);
        const changes = outcome.changes ? describeChanges(outcome.changes) : "";
        return { data: joined([...result, ...(changes ? [text(changes)] : [])]) };
      } catch (error) {
        throw browserProblem(error, signal);
      }
    },
  };
}

/** One text where there is nothing but text. */
const joined = (blocks: ToolContent[]): string | ToolContent[] =>
  blocks.every((block) => block.type === "text") ? blocks.map((block) => block.text).join("\n") : blocks;

/** The file is opened before the script runs: what may not be written there is refused while nothing has happened. */
async function openResultFile(given: string, ports: ToolPorts, seen: SeenFiles) {
  const path = resolvePath(ports.cwd, given);
  const open = (): Promise<Target> =>
    openTarget(path, "write", { ports, seen, encoding: undefined }).catch((error) => {
      throw fileProblem(error, "write", path);
    });
  const target = await open();
  return {
    async save(outcome: BrowserOutcome): Promise<ToolContent[]> {
      const bytes = outcome.file ? Buffer.from(outcome.file.data) : Buffer.from(outcome.text ?? "undefined");
      await target.replace([bytes], utf8).catch((error) => {
        throw fileProblem(error, "write", path);
      });
      return [text(`Saved the result, ${bytes.length} bytes, to ${showPath(path)}.`)];
    },
  };
}

/** Providers take images of 5 MB as base64. */
const MAX_IMAGE_BYTES = 3_750_000;

function shown({ text: result, file, lost }: BrowserOutcome, folder: () => string): ToolContent[] {
  if (lost) return [text("The page went away before the script ended, so it has no result.")];
  if (!file) return [text(limited(result ?? "undefined", folder))];
  const { data, mediaType } = file;
  if (!mediaType.startsWith("image/") || data.length > MAX_IMAGE_BYTES)
    throw new ToolRefusal(
      `The result is ${mediaType} of ${data.length} bytes. Run it again with save_to_file.`,
    );
  return [
    text(`[${mediaType}, ${data.length} bytes]`),
    { type: "image", mediaType, data: Buffer.from(data).toString("base64") },
  ];
}

/** The whole of a long result goes to a file, where `file_read` reads on. */
function limited(result: string, folder: () => string): string {
  const { maxChars } = TOOL_LIMITS.web_execute_js;
  if (result.length <= maxChars) return result;
  const spill = new SpillFile(folder, "web_execute_js");
  spill.write(result);
  spill.close();
  const whole = spill.path ? `; all of it: ${spill.path}` : "";
  const note = `[${result.length} characters${whole}${spill.problem ? ` (${spill.problem})` : ""}]`;
  return `${truncateMiddle(result, maxChars - note.length - 1)}\n${note}`;
}
