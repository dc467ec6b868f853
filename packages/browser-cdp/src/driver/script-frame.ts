import type { Frame } from "./frame.js";
import type { FrameTree } from "./frame-tree.js";

/**
 * Where a script runs: in the page, or in the frame of its handles when all of them belong to one frame. Elements of
 * another process cannot be handed to the page.
 */
export function scriptFrame(tree: FrameTree, script: string): Frame {
  const handles = [...script.matchAll(/\$\(\s*["'`](e?[a-z]?\d+)["'`]\s*\)/g)].map(([, handle]) => handle!);
  const frames = new Set(handles.map((handle) => tree.frameOfHandle(handle)));
  const [only] = frames;
  return frames.size === 1 && only ? only : tree.main;
}
