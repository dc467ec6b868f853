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
  similarity({ words, names, kinds }: Wording): number {
    const task = this.#task;
    let shared = 0;
    let optional = 0;
    for (const word of words) {
      if (task.words.has(word)) shared++;
      else if (task.names.has(word)) optional++;
    }
    for (const name of names) if (task.words.has(name) || task.names.has(name)) optional++;
    let sharedKinds = 0;
    for (const kind of kinds) if (task.kinds.has(kind)) sharedKinds++;
    const allKinds = kinds.size > 0 ? kinds.size + task.kinds.size : 0;
    const all = words.size + task.words.size + optional + KIND_WEIGHT * allKinds;
    return all === 0 ? 0 : (2 * (shared + optional + KIND_WEIGHT * sharedKinds)) / all;
  }
}

/** How alike two tasks are. */
export const similarity = (a: string, b: string): number => new TaskWords(b).similarity(taskWording(a));
