/** What the tokens of a request are spent on. `earlier` is the record that evicted turns leave behind. */
export interface Parts {
  system: number;
  /** The memory index (L1), which is sent inside the system prompt. */
  index: number;
  tools: number;
  anchor: number;
  earlier: number;
  user: number;
  assistant: number;
  thinking: number;
  calls: number;
  results: number;
  images: number;
}

export type PartName = keyof Parts;

export const noParts = (): Parts => ({
  system: 0,
  index: 0,
  tools: 0,
  anchor: 0,
  earlier: 0,
  user: 0,
  assistant: 0,
  thinking: 0,
  calls: 0,
  results: 0,
  images: 0,
});

/** Written out, because it runs for every message of every request. */
export function addParts(sum: Parts, more: Parts): void {
  sum.system += more.system;
  sum.index += more.index;
  sum.tools += more.tools;
  sum.anchor += more.anchor;
  sum.earlier += more.earlier;
  sum.user += more.user;
  sum.assistant += more.assistant;
  sum.thinking += more.thinking;
  sum.calls += more.calls;
  sum.results += more.results;
  sum.images += more.images;
}

export const totalOf = (parts: Parts): number =>
  Object.values(parts).reduce((sum: number, tokens: number) => sum + tokens, 0);
