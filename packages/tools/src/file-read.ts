import { open, realpath, stat } from "node:fs/promises";
import { TOOL_LIMITS } from "@genericagent/context";
import type { Tool } from "@genericagent/core-loop";
import { askedCodec } from "./files/bytes-of-file.js";
import { detectEncoding } from "./files/detect-encoding.js";
import { fileProblem } from "./files/file-problem.js";
import { type FileVersion, versionOf } from "./files/file-version.js";
import { kindOfBinary } from "./files/kind-of-binary.js";
import { missingFile } from "./files/missing-file.js";
import { pathInMemory } from "./files/path-in-memory.js";
import { READ_FLAGS } from "./files/read-flags.js";
import { readWindow } from "./files/read-window.js";
import { requireRegularFile } from "./files/require-regular-file.js";
import { resolvePath } from "./files/resolve-path.js";
import type { SeenFiles } from "./files/seen-files.js";
import { mediaTypeOf, showImage } from "./files/show-image.js";
import { showPath } from "./files/show-path.js";
import { showWindow } from "./files/show-window.js";
import { type TextCodec, utf8 } from "./files/text-codec.js";
import type { MemoryPort } from "./memory-port.js";
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
  /** Likewise, where the encoding was guessed. */
  encoding?: string;
}

const DEFAULT_COUNT = 200;
/** More lines than this exceed the limit of characters anyway. */
const MAX_COUNT = 10_000;

/** Shows a window of a text file of any size, or an image. */
export const fileRead = (ports: ToolPorts, seen: SeenFiles): Tool => ({
  spec: {
    name: "file_read",
    description: "Read lines of a text file, numbered, or see an image.",
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
      const asked = await askedCodec(args.encoding);
      const file = await look(path);
      const mediaType = asked ? undefined : mediaTypeOf(file.kind);
      if (mediaType) return { data: await showImage(path, mediaType, file.size) };
      const codec = asked ?? requireReadable(file, path);
      const { maxChars, maxLineChars } = TOOL_LIMITS.file_read;
      const options = {
        start: Math.max(1, args.start ?? 1),
        count: Math.min(Math.max(1, args.count ?? DEFAULT_COUNT), MAX_COUNT),
        column: Math.max(1, args.column ?? 1),
        keyword: args.keyword || undefined,
        numbers: args.show_linenos ?? true,
        encoding: codec === utf8 ? undefined : codec.name,
        maxChars,
        maxLineChars,
        signal,
      };
      const window = await readWindow({ path, codec, bomLength: file.bomLength }, options);
      const real = await realpath(path);
      seen.remember(real, file.version, asked ?? file.codec);
      if (ports.memory?.noteRead) await noteMemoryRead(ports.memory, real);
      return { data: showWindow(window, options) };
    } catch (error) {
      signal.throwIfAborted();
      if ((error as NodeJS.ErrnoException).code === "ENOENT")
        throw await missingFile("read", path, ports.cwd);
      throw fileProblem(error, "read", path);
    }
  },
});

interface FileLook {
  size: number;
  version: FileVersion;
  /** The first bytes. */
  head: Buffer;
  /** What binary format they are the begin of. */
  kind: string | undefined;
  codec: TextCodec | undefined;
  bomLength: number;
}

/** Text whose first megabyte is ASCII is taken for UTF-8. */
const HEAD_BYTES = 1024 * 1024;

async function look(path: string): Promise<FileLook> {
  requireRegularFile(await stat(path), "read", path);
  const file = await open(path, READ_FLAGS);
  try {
    const stats = await file.stat({ bigint: true });
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(HEAD_BYTES), 0, HEAD_BYTES, null);
    const head = buffer.subarray(0, bytesRead);
    const { codec, bomLength } = await detectEncoding(head);
    return {
      size: Number(stats.size),
      version: versionOf(stats),
      head,
      kind: kindOfBinary(head),
      codec,
      bomLength,
    };
  } finally {
    await file.close();
  }
}

const SHOWN_BYTES = 16;

function requireReadable({ kind, codec, head, size }: FileLook, path: string): TextCodec {
  if (codec && !kind) return codec;
  if (!kind && !head.includes(0)) return utf8; // text in an unknown encoding: its ASCII part is better than nothing
  const hex = head.subarray(0, SHOWN_BYTES).toString("hex").replace(/../g, "$& ").trim();
  throw new ToolRefusal(
    `Cannot read ${showPath(path)}: it is ${kind ?? "binary"} (${size} bytes, begins ${hex}). Examine it with code_run.`,
  );
}

async function noteMemoryRead(memory: MemoryPort, real: string): Promise<void> {
  const path = await pathInMemory(memory.dir, real);
  if (path !== undefined) await memory.noteRead?.(path);
}
