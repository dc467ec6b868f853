import { layerOf } from "../layers.js";

/**
 * The names by which L1 points to L3: a skill by its folder, an SOP without its ending, other files as they are.
 * Files in other folders belong to what names them.
 */
export function pointerNames(paths: Iterable<string>): string[] {
  const names = new Set<string>();
  for (const path of paths) {
    if (layerOf(path) !== "L3") continue;
    const skill = /^skills\/([^/]+)\/SKILL\.md$/.exec(path)?.[1];
    if (skill) names.add(skill);
    else if (!path.includes("/") && !path.startsWith(".")) names.add(path.replace(/\.md$/, ""));
  }
  return [...names];
}
