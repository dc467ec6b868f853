import { ToolRefusal } from "../tool-refusal.js";
import { isInside } from "./is-inside.js";
import { showPath } from "./show-path.js";

/** Refuses a change outside the folders that may be changed; without such a list everything may be. */
export async function requireRoot(
  path: string,
  roots: readonly string[] | undefined,
  action: string,
): Promise<void> {
  if (!roots || (await isInside(path, roots))) return;
  throw new ToolRefusal(
    `Cannot ${action} ${showPath(path)}: it lies outside the folders that may be changed (${roots.map(showPath).join(", ")}). Use a path in them, or ask the user.`,
  );
}
