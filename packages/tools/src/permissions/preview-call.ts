import { stat } from "node:fs/promises";
import { errorMessage, type JsonObject, type ToolContext, textOf } from "@genericagent/core-loop";
import { findInterpreters } from "../code-run/find-interpreters.js";
import { codeOf } from "../code-run.js";
import { askedCodec, bytesOfFile } from "../files/bytes-of-file.js";
import { contentInReply } from "../files/content-in-reply.js";
import { resolvePath } from "../files/resolve-path.js";
import type { CallPlace } from "./classify-call.js";
import { lineDiff } from "./line-diff.js";
import type { PermissionRequest } from "./permission-ports.js";

/** Larger files are not compared. */
const MAX_BYTES = 1024 * 1024;

/** What the user is shown before saying yes or no. */
export async function previewCall(
  args: JsonObject,
  { call, reply }: ToolContext,
  { cwd, env }: CallPlace,
): Promise<PermissionRequest["preview"]> {
  switch (call.name) {
    case "code_run":
      return { kind: "code", text: codeOf(args, textOf(reply.message), findInterpreters(env, cwd)).code };
    case "file_patch":
      return { kind: "diff", text: lineDiff(String(args.old_content), String(args.new_content)) };
    case "file_write": {
      const mode = String(args.mode ?? "overwrite");
      // An overwrite may name the encoding to come; what is there is still in its own.
      const encoding = mode === "overwrite" ? undefined : (args.encoding as string | undefined);
      const old = await oldFile(resolvePath(cwd, String(args.path)), encoding);
      const content = String(args.content ?? contentInReply(call, reply));
      const next = { append: old.text + content, prepend: content + old.text }[mode] ?? content;
      return { kind: "diff", text: [...old.notes, lineDiff(old.text, next)].join("\n") };
    }
    default:
      return { kind: "text", text: JSON.stringify(args, null, 2) };
  }
}

interface OldFile {
  text: string;
  /** Why the text is not what is there. */
  notes: string[];
}

/** A file's text as the tool will read it. What cannot be compared is said, so that it does not look like a new file. */
async function oldFile(path: string, encoding: string | undefined): Promise<OldFile> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return { text: "", notes: [] };
  const incomparable = (why: string): OldFile => ({
    text: "",
    notes: [`(What is there, ${stats.size} bytes, is not compared: ${why}.)`],
  });
  if (!stats.isFile()) return incomparable("no regular file");
  if (stats.size > MAX_BYTES) return incomparable("too large");
  try {
    const { body, codec } = await bytesOfFile(path, "read", await askedCodec(encoding));
    return codec ? { text: codec.decode(body), notes: [] } : incomparable("binary");
  } catch (error) {
    return incomparable(errorMessage(error));
  }
}
