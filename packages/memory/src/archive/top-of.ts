import type { SegmentScores } from "./score-lines.js";

/** Steps between no score and the highest one. */
const STEPS = 2048;

/** Numbers of the lines with the highest scores: counted by steps first, so that only a few need sorting. */
export function topOf(
  { scores, touched, count: all }: SegmentScores,
  count: number,
  isAllowed?: (doc: number) => boolean,
): number[] {
  let most = 0;
  for (let index = 0; index < all; index++) most = Math.max(most, scores[touched[index]!]!);
  const steps = new Uint32Array(STEPS + 1);
  const scale = STEPS / most;
  for (let index = 0; index < all; index++) {
    const doc = touched[index]!;
    if (!isAllowed || isAllowed(doc)) steps[(scores[doc]! * scale) | 0]!++;
  }
  let step = STEPS;
  for (let taken = steps[step]!; taken < count && step > 0; ) taken += steps[--step]!;
  const least = step / scale;
  const top: number[] = [];
  for (let index = 0; index < all; index++) {
    const doc = touched[index]!;
    if (scores[doc]! >= least && (!isAllowed || isAllowed(doc))) top.push(doc);
  }
  return top.sort((a, b) => scores[b]! - scores[a]!).slice(0, count);
}
