import type { ScanResult } from "./scan-options.js";

/**
 * Puts the views of frames that the page script could not read (other origin, other process) where the frames
 * stand. Scan each frame with a prefix of its own (`usePrefix`) and its share of the budget.
 */
export function joinFrames(outer: ScanResult, inner: Readonly<Record<string, ScanResult>>): ScanResult {
  const text = outer.text
    .split("\n")
    .map((line) => {
      const handle = /^\[([a-z]?\d+) frame[ \]]/.exec(line)?.[1];
      const view = handle === undefined ? undefined : inner[`e${handle}`];
      return view ? `${line}\n${view.text}` : line;
    })
    .join("\n");
  const views = outer.frames.flatMap(({ handle }) => inner[handle] ?? []);
  return {
    ...outer,
    text,
    tokens: views.reduce((sum, view) => sum + view.tokens, outer.tokens),
    controls: views.reduce((sum, view) => sum + view.controls, outer.controls),
    elisions: [...outer.elisions, ...views.flatMap((view) => view.elisions)],
    frames: [...outer.frames.filter(({ handle }) => !inner[handle]), ...views.flatMap((view) => view.frames)],
  };
}
