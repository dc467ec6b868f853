import type { Tool } from "@genericagent/core-loop";
import { askedCodec, encodeFor, type FileBytes, requireText } from "./files/bytes-of-file.js";
import { contentInReply } from "./files/content-in-reply.js";
import { expandFileRefs } from "./files/expand-file-refs.js";
import { fileProblem } from "./files/file-problem.js";
import { type LineEnding, lineEndingOf, withLineEnding } from "./files/line-ending.js";
import { openTarget } from "./files/open-target.js";
import { resolvePath } from "./files/resolve-path.js";
import { searchViewOf } from "./files/search-view.js";
import type { SeenFiles } from "./files/seen-files.js";
import { type TextCodec, utf8 } from "./files/text-codec.js";
import type { ToolPorts } from "./tool-ports.js";

interface FileWriteArgs {
  path: string;
  content?: string;
  mode?: Mode;
  /** Offered by answers where the file's own encoding is in the way. */
  encoding?: string;
}

type Mode = "overwrite" | "append" | "prepend";

/**
 * Writes a whole file or adds to one. Encoding, byte order mark and line ends of an existing file
 * are kept.
 */
export const fileWrite = (ports: ToolPorts, seen: SeenFiles): Tool => ({
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
    const action = mode === "overwrite" ? "write" : `${mode} to`;
    const path = resolvePath(ports.cwd, args.path);
    const content = await expandFileRefs(args.content ?? contentInReply(call, reply), ports.cwd);
    try {
      const asked = mode === "overwrite" ? await askedCodec(args.encoding) : undefined;
      const encoding = mode === "overwrite" ? undefined : args.encoding;
      const target = await openTarget(path, action, { ports, seen, encoding });
      const old = asked && target.old ? { ...target.old, bom: NO_MARK } : target.old;
      const codec = asked ?? codecFor(mode, old, path);
      const ending = old?.codec && lineEndingOf(searchViewOf(old.body, old.codec).text);
      const own = old?.bom.length ? content.replace(/^\uFEFF/, "") : content;
      const added = encodeFor(withLineEnding(own, ending), codec, action, path);
      await target.replace(partsOf(mode, added, old), codec);
      return { data: describeWrite({ mode, added, content, old, ending, codec }) };
    } catch (error) {
      throw fileProblem(error, action, path);
    }
  },
});

const NO_MARK = Buffer.alloc(0);

/** A file keeps its encoding. What was no text before may become one as a whole. */
function codecFor(mode: Mode, old: FileBytes | undefined, path: string): TextCodec {
  if (!old) return utf8;
  return mode === "overwrite" ? (old.codec ?? utf8) : requireText(old, `${mode} to`, path);
}

function partsOf(mode: Mode, added: Buffer, old: FileBytes | undefined): Buffer[] {
  if (!old) return [added];
  if (mode === "append") return [old.bom, old.body, added];
  return mode === "prepend" ? [old.bom, added, old.body] : [old.codec ? old.bom : NO_MARK, added];
}

const SAID = { overwrite: "Wrote", append: "Appended", prepend: "Prepended" };
const NAMED = { "\n": "LF", "\r\n": "CRLF" };

interface Written {
  mode: Mode;
  added: Buffer;
  content: string;
  old: FileBytes | undefined;
  ending: LineEnding | undefined;
  codec: TextCodec;
}

function describeWrite({ mode, added, content, old, ending, codec }: Written): string {
  const lines = content.split("\n").length - (content.endsWith("\n") || content === "" ? 1 : 0);
  const wasChanged = ending !== undefined && content !== withLineEnding(content, ending);
  return [
    `${SAID[mode]} ${added.length} bytes, ${lines === 1 ? "1 line" : `${lines} lines`}.`,
    ...(old ? [] : ["The file is new."]),
    ...(codec === utf8 ? [] : [`Its encoding is ${codec.name}.`]),
    ...(wasChanged ? [`Its line ends are ${NAMED[ending]}, like the file's.`] : []),
  ].join(" ");
}
