import { stat } from "node:fs/promises";
import { TOOL_LIMITS } from "@genericagent/context";
import type { Tool } from "@genericagent/core-loop";
import { describeBinary } from "./files/describe-binary.js";
import { fileProblem } from "./files/file-problem.js";
import { missingFile } from "./files/missing-file.js";
import { readWindow } from "./files/read-window.js";
import { requireRegularFile } from "./files/require-regular-file.js";
import { resolvePath } from "./files/resolve-path.js";
import { showPath } from "./files/show-path.js";
import { showWindow } from "./files/show-window.js";
import type { ToolPorts } from "./tool-ports.js";
import { ToolRefusal } from "./tool-refusal.js";

interface FileReadArgs {
  path: string;
  start?: number;
  count?: number;
  keyword?: string;
  show_linenos?: boolean;
  /** Offered by the answer where a line is cut, so that the schema need not carry it. */
  column?: number;
}

const DEFAULT_COUNT = 200;
/** More lines than this exceed the limit of characters anyway. */
const MAX_COUNT = 10_000;

/** Shows a window of a text file of any size. */
export const fileRead = (ports: ToolPorts): Tool => ({
  spec: {
    name: "file_read",
    description: "Read lines of a text file, numbered.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        start: { type: "integer", description: "default 1" },
        count: { type: "integer", description: `default ${DEFAULT_COUNT}` },
        keyword: { type: "string", description: "centre on its first match" },
        show_linenos: { type: "boolean" },
      },
      required: ["path"],
    },
  },
  async run(rawArgs, { signal }) {
    const args = rawArgs as unknown as FileReadArgs;
    const path = resolvePath(ports.cwd, args.path);
    try {
      await requireText(path);
      const { maxChars, maxLineChars } = TOOL_LIMITS.file_read;
      const options = {
        start: Math.max(1, args.start ?? 1),
        count: Math.min(Math.max(1, args.count ?? DEFAULT_COUNT), MAX_COUNT),
        column: Math.max(1, args.column ?? 1),
        keyword: args.keyword || undefined,
        numbers: args.show_linenos ?? true,
        maxChars,
        maxLineChars,
        signal,
      };
      return { data: showWindow(await readWindow(path, options), options) };
    } catch (error) {
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === "ENOENT")
        throw await missingFile("read", path, ports.cwd);
      throw fileProblem(error, "read", path);
    }
  },
});

async function requireText(path: string): Promise<void> {
  const stats = await stat(path);
  requireRegularFile(stats, "read", path);
  const problem = await describeBinary(path, stats.size);
  if (problem) throw new ToolRefusal(`Cannot read ${showPath(path)}: ${problem}.`);
}
