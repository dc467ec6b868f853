import { DIMENSIONS, type Dimension, type Dimensions, scoreTask, type Weights } from "./score-task.js";

/** How a finished task was valued before, and what was made of it since. */
export interface Hindsight {
  dimensions: Dimensions;
  score: number;
  /** Uses of its result in the 30 days after it was done. */
  uses: number;
}

/** Thresholds and step of the report. */
const HIGH = { score: 8, uses: 3 };
const LOW = { score: 5, uses: 5 };
const STEP = 0.1;

export type Lesson = "overrated" | "underrated";

/** `S > 8` and fewer than 3 uses: overrated. `S < 5` and more than 5 uses: underrated. */
export function lessonOf({ score, uses }: Pick<Hindsight, "score" | "uses">): Lesson | undefined {
  if (score > HIGH.score && uses < HIGH.uses) return "overrated";
  if (score < LOW.score && uses > LOW.uses) return "underrated";
  return undefined;
}

/** Moves the weight of the dimension that counted most by a tenth, then makes the sum 1 again. */
export function adaptWeights(weights: Weights, hindsight: Hindsight): Weights {
  const lesson = lessonOf(hindsight);
  if (!lesson) return weights;
  const name = dominantOf(weights, hindsight.dimensions);
  const factor = lesson === "overrated" ? 1 - STEP : 1 + STEP;
  return normalised({ ...weights, [name]: weights[name] * factor });
}

/** The dimension with the largest share of the score; of equal ones the first. */
export function dominantOf(weights: Weights, dimensions: Dimensions): Dimension {
  const share = (name: Dimension) => weights[name] * dimensions[name];
  return DIMENSIONS.reduce((best, name) => (share(name) > share(best) ? name : best));
}

/** Weights that sum up to 1. */
export function normalised(weights: Weights): Weights {
  const sum = scoreTask(weights, { b: 1, d: 1, u: 1, i: 1 });
  return { b: weights.b / sum, d: weights.d / sum, u: weights.u / sum, i: weights.i / sum };
}
