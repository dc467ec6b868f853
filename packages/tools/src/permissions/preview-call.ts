import { readFile, stat } from "node:fs/promises";
import { type JsonObject, type ToolContext, textOf } from "@genericagent/core-loop";
import { findInterpreters } from "../code-run/find-interpreters.js";
import { codeOf } from "../code-run.js";
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
      return { kind: "code", text: codeOf(args, textOf(reply.message), findInterpreters(env)).code };
    case "file_patch":
      return { kind: "diff", text: lineDiff(String(args.old_content), String(args.new_content)) };
    case "file_write": {
      const old = await textAt(resolvePath(cwd, String(args.path)));
      const content = String(args.content ?? contentInReply(call, reply));
      const next = { append: old + content, prepend: content + old }[String(args.mode)] ?? content;
      return { kind: "diff", text: lineDiff(old, next) };
    }
    default:
      return { kind: "text", text: JSON.stringify(args, null, 2) };
  }
}

async function textAt(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile() || stats.size > MAX_BYTES) return "";
  return readFile(path, "utf8").catch(() => "");
}
