import { fileURLToPath } from "node:url";
import { type JsonObject, type ToolContext, textOf } from "@genericagent/core-loop";
import { scriptSteps } from "../browser/script-steps.js";
import { findInterpreters } from "../code-run/find-interpreters.js";
import { codeOf } from "../code-run.js";
import { contentInReply } from "../files/content-in-reply.js";
import { FILE_REFERENCE } from "../files/expand-file-refs.js";
import { resolvePath } from "../files/resolve-path.js";
import { ToolRefusal } from "../tool-refusal.js";
import { type ActionDraft, readAction, writeAction } from "./path-action.js";
import type { Places } from "./places.js";
import { realPlace } from "./real-place.js";

export interface CallPlace {
  cwd: string;
  env: NodeJS.ProcessEnv;
}

/** What a call is about to do. A call that its tool will refuse anyway does nothing. */
export async function classifyCall(
  args: JsonObject,
  context: ToolContext,
  place: CallPlace,
  places: Places,
): Promise<ActionDraft[]> {
  try {
    return await actionsOf(args, context, place, places);
  } catch (error) {
    if (error instanceof ToolRefusal) return [];
    throw error;
  }
}

async function actionsOf(
  args: JsonObject,
  { call, reply }: ToolContext,
  { cwd, env }: CallPlace,
  places: Places,
): Promise<ActionDraft[]> {
  const at = (path: unknown) => realPlace(resolvePath(cwd, String(path)));
  switch (call.name) {
    case "file_read":
      return [readAction(at(args.path), places)];
    case "file_write": {
      const content = String(args.content ?? contentInReply(call, reply));
      return [writeAction(at(args.path), places), ...referencesIn(content, at, places)];
    }
    case "file_patch":
      return [writeAction(at(args.path), places), ...referencesIn(String(args.new_content), at, places)];
    case "code_run": {
      const { type, code } = codeOf(args, textOf(reply.message), findInterpreters(env, cwd));
      if (type !== "bash") return [{ kind: "execute", target: type }];
      const { shellActions } = await import("./shell/shell-actions.js");
      return shellActions(code, at(args.cwd ?? "."), places);
    }
    case "web_scan":
      return [{ kind: "read", target: "web page" }];
    case "web_execute_js":
      return [
        { kind: "browser", target: String(args.script ?? "script") },
        ...filesOf(String(args.script ?? "")).map((path) => readAction(at(path), places)),
        ...(args.save_to_file ? [writeAction(at(args.save_to_file), places)] : []),
      ];
    case "start_long_term_update":
      return [{ kind: "memory-write", target: "memory" }];
    default:
      return [{ kind: "execute", target: call.name }];
  }
}

/** Files whose lines are put into the content. */
const referencesIn = (content: string, at: (path: unknown) => string, places: Places): ActionDraft[] =>
  [...content.matchAll(FILE_REFERENCE)].map(([, path]) => readAction(at(path), places));

/** Files that a script hands to a page, or opens as one. */
const filesOf = (script: string): string[] =>
  scriptSteps(script).flatMap((step) => {
    if (step.kind === "script") return [];
    if (step.name === "upload") return step.args.slice(1).map(String);
    return step.args.map(String).filter(isFileUrl).map(pathOfUrl);
  });

const isFileUrl = (value: string): boolean => /^file:/i.test(value.trim()) && URL.canParse(value.trim());

function pathOfUrl(url: string): string {
  const parsed = new URL(url.trim());
  // Another host's file is still a file: the policy sees its path.
  return parsed.host ? decodeURIComponent(parsed.pathname) : fileURLToPath(parsed);
}
