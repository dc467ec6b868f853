import { type TaskValue, taskValues } from "../crystallize/task-values.js";
import { taskWording, type Wording } from "./wording.js";

/** A kind of value says less than a word: many tasks read one table and write another. */
const KIND_WEIGHT = 0.5;

/** The words of one task, to be compared with many texts. */
export class TaskWords {
  readonly values: readonly TaskValue[];
  readonly #task: Wording;

  constructor(task: string) {
    this.values = taskValues(task);
    this.#task = taskWording(task, this.values);
  }

  /** What both share of all that they say (Dice): words by their stems, and half as much the kinds of their values. */
  similarity(words: readonly string[], kinds: readonly string[]): number {
    const task = this.#task;
    let shared = 0;
    let names = 0;
    for (const word of words) {
      if (task.words.has(word)) shared++;
      else if (task.names.has(word)) names++;
    }
    if (shared + names === 0 && kinds.length === 0) return 0;
    let sharedKinds = 0;
    for (const kind of kinds) if (task.kinds.has(kind)) sharedKinds++;
    const allKinds = kinds.length > 0 ? kinds.length + task.kinds.size : 0;
    const all = words.length + task.words.size + names + KIND_WEIGHT * allKinds;
    return all === 0 ? 0 : (2 * (shared + names + KIND_WEIGHT * sharedKinds)) / all;
  }
}

/** How alike two tasks are. */
export function similarity(a: string, b: string): number {
  const { words, names, kinds } = taskWording(a);
  return new TaskWords(b).similarity([...words, ...names], [...kinds]);
}
