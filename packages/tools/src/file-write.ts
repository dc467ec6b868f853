import type { Tool } from "@genericagent/core-loop";
import { bytesOfFile, type FileBytes, requireUtf8 } from "./files/bytes-of-file.js";
import { contentInReply } from "./files/content-in-reply.js";
import { expandFileRefs } from "./files/expand-file-refs.js";
import { fileProblem } from "./files/file-problem.js";
import { type LineEnding, lineEndingOf, withLineEnding } from "./files/line-ending.js";
import { resolvePath } from "./files/resolve-path.js";
import { writeFileAtomically } from "./files/write-file-atomically.js";
import type { ToolPorts } from "./tool-ports.js";

interface FileWriteArgs {
  path: string;
  content?: string;
  mode?: Mode;
}

type Mode = "overwrite" | "append" | "prepend";

/** Writes a whole file or adds to one. The byte order mark and the line ends of an existing file are kept. */
export const fileWrite = (ports: ToolPorts): Tool => ({
  spec: {
    name: "file_write",
    description:
      "Write a file. Long content goes in <file_content>…</file_content> of your reply instead. {{file:path:a:b}} inserts lines a-b of a file.",
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
      if (old && mode !== "overwrite") requireUtf8(old.body, `${mode} to`, path);
      const ending = old && lineEndingOf(old.body.toString("latin1"));
      const own = old?.bom.length ? content.replace(/^\uFEFF/, "") : content;
      const added = Buffer.from(withLineEnding(own, ending));
      await writeFileAtomically(path, partsOf(mode, added, old));
      return { data: describeWrite(mode, added, content, old, ending) };
    } catch (error) {
      throw fileProblem(error, "write", path);
    }
  },
});

const existing = (path: string): Promise<FileBytes | undefined> =>
  bytesOfFile(path, "write").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

function partsOf(mode: Mode, added: Buffer, old: FileBytes | undefined): Buffer[] {
  if (!old) return [added];
  if (mode === "append") return [old.bom, old.body, added];
  return mode === "prepend" ? [old.bom, added, old.body] : [old.bom, added];
}

const SAID = { overwrite: "Wrote", append: "Appended", prepend: "Prepended" };
const NAMED = { "\n": "LF", "\r\n": "CRLF" };

function describeWrite(
  mode: Mode,
  added: Buffer,
  content: string,
  old: FileBytes | undefined,
  ending: LineEnding | undefined,
): string {
  const lines = content.split("\n").length - (content.endsWith("\n") || content === "" ? 1 : 0);
  const wasChanged = ending !== undefined && content !== withLineEnding(content, ending);
  return [
    `${SAID[mode]} ${added.length} bytes, ${lines === 1 ? "1 line" : `${lines} lines`}.`,
    ...(old ? [] : ["The file is new."]),
    ...(wasChanged ? [`Its line ends are ${NAMED[ending]}, like the file's.`] : []),
  ].join(" ");
}
