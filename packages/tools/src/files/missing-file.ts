import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { ToolRefusal } from "../tool-refusal.js";
import { showPath } from "./show-path.js";
import { similarPaths } from "./similar-paths.js";

/** The answer to a path that leads nowhere: what is there instead. */
export async function missingFile(action: string, path: string, cwd: string): Promise<ToolRefusal> {
  if (path.includes("\uFFFD"))
    return new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: \uFFFD stands for bytes of a name that are not UTF-8. Rename it with code_run first, for example in python with os.listdir(b".") and os.rename.`,
    );
  const parent = dirname(path);
  const parentExists = await stat(parent).then(
    () => true,
    () => false,
  );
  const why = parentExists ? "it does not exist" : `the folder ${showPath(parent)} does not exist`;
  const similar = await similarPaths(path, cwd);
  const advice =
    similar.length > 0 ? `Did you mean ${similar.map(showPath).join(" or ")}?` : "Check the path.";
  return new ToolRefusal(`Cannot ${action} ${showPath(path)}: ${why}. ${advice}`);
}
