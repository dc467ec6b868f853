import { type Reply, type Tool, type ToolCall, textOf, toolCallsOf } from "@genericagent/core-loop";
import { bytesOfFile, type FileBytes, requireUtf8 } from "./files/bytes-of-file.js";
import { expandFileRefs } from "./files/expand-file-refs.js";
import { fileProblem } from "./files/file-problem.js";
import { lineEndingOf, withLineEnding } from "./files/line-ending.js";
import { resolvePath } from "./files/resolve-path.js";
import { writeFileAtomically } from "./files/write-file-atomically.js";
import type { ToolPorts } from "./tool-ports.js";
import { ToolRefusal } from "./tool-refusal.js";

interface FileWriteArgs {
  path: string;
  content?: string;
  mode?: "overwrite" | "append" | "prepend";
}

/** Writes a whole file, or adds to one; what an existing file has of a byte order mark and line ends is kept. */
export const fileWrite = (ports: ToolPorts): Tool => ({
  spec: {
    name: "file_write",
    description:
      "Write a file. Put long content in <file_content>…</file_content> of your reply instead of the argument. {{file:path:a:b}} inserts lines a–b of a file.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        content: { type: "string" },
        mode: { type: "string", enum: ["overwrite", "append", "prepend"] },
      },
      required: ["path"],
    },
  },
  async run(rawArgs, { call, reply }) {
    const args = rawArgs as unknown as FileWriteArgs;
    const mode = args.mode ?? "overwrite";
    const path = resolvePath(ports.cwd, args.path);
    const content = await expandFileRefs(args.content ?? contentInReply(call, reply), ports.cwd);
    try {
      const old = await existing(path);
      const ending = old && lineEndingOf(old.body.toString("latin1"));
      const added = Buffer.from(
        withLineEnding(old?.bom.length ? content.replace(/^\uFEFF/, "") : content, ending),
      );
      if (old && mode !== "overwrite") requireUtf8(old.body, `${mode} to`, path);
      await writeFileAtomically(path, partsOf(mode, added, old));
      const lines = content.split("\n").length - (content.endsWith("\n") || content === "" ? 1 : 0);
      return {
        data: `${SAID[mode]} ${added.length} bytes, ${lines} lines.${old ? "" : " The file is new."}`,
      };
    } catch (error) {
      throw fileProblem(error, "write", path);
    }
  },
});

const SAID = { overwrite: "Wrote", append: "Appended", prepend: "Prepended" };

const existing = (path: string): Promise<FileBytes | undefined> =>
  bytesOfFile(path, "write").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

function partsOf(
  mode: NonNullable<FileWriteArgs["mode"]>,
  added: Buffer,
  old: FileBytes | undefined,
): Buffer[] {
  if (!old) return [added];
  if (mode === "append") return [old.bom, old.body, added];
  return mode === "prepend" ? [old.bom, added, old.body] : [old.bom, added];
}

/** Calls without content take the reply's `<file_content>` blocks in their order; a lone block serves a lone call. */
function contentInReply(call: ToolCall, { message }: Reply): string {
  const blocks = [...textOf(message).matchAll(/<file_content[^>]*>\r?\n?([\s\S]*?)<\/file_content>/g)];
  const callers = toolCallsOf(message).filter(
    ({ name, args }) => name === call.name && args.content === undefined,
  );
  const index = callers.findIndex(({ id }) => id === call.id);
  const block = callers.length > 1 ? blocks[index] : blocks.at(-1);
  if (block) return block[1]!;
  throw new ToolRefusal(
    "Nothing was written: there is no content. Put it between <file_content> and </file_content> in the reply that calls file_write, or in the argument.",
  );
}
