export type ParameterType = "path" | "date" | "url" | "number" | "string";

/** A concrete thing that the user's words name. */
export interface TaskValue {
  value: string;
  type: ParameterType;
  /** Where it stands in the task. */
  start: number;
  end: number;
}

/** What a parameter of each type looks like, without anchors. */
export const SHAPES: Record<ParameterType, string> = {
  url: "https?:\\/\\/[^\\s\"'<>，。；）]*[^\\s\"'<>，。；）.,;:!?)]",
  date: "\\d{4}[-/]\\d{1,2}(?:[-/]\\d{1,2})?|\\d{1,2}\\.\\d{1,2}\\.\\d{4}",
  path: "(?:[A-Za-z]:[\\\\/]|~\\/|\\.{0,2}\\/)?(?:[\\w.@+-]+[\\\\/])*[\\w@+-][\\w.@+-]*\\.[A-Za-z][A-Za-z0-9]{0,7}|(?:~|\\.{0,2})\\/(?:[\\w.@+-]+\\/?)+|(?:[\\w.@+-]+\\/)+[\\w.@+-]*",
  number: "-?\\d+(?:[.,]\\d+)*",
  string: "[^\\s\"'“”‘’「」『』`，。；：,;:.!?()]+",
};

const QUOTED = /"([^"\n]+)"|'([^'\n]+)'|`([^`\n]+)`|“([^”\n]+)”|‘([^’\n]+)’|「([^」\n]+)」|『([^』\n]+)』/g;
const UNQUOTED = (["url", "date", "path", "number"] as const).map((type) => ({
  type,
  pattern: new RegExp(`(?<![\\w./\\\\-])(?:${SHAPES[type]})(?![\\w/\\\\])`, "g"),
}));
/** A name has a capital, a digit or a joint in it; the first word of a sentence proves nothing by its capital. */
const NAME =
  /(?<![\p{L}\p{N}_./\\-])(?:\p{Lu}[\p{L}\p{N}]*|[\p{L}_]+[\p{N}_-][\p{L}\p{N}_-]*)(?![\p{L}\p{N}_/\\])/gu;

/**
 * Finds the values in a task that may differ the next time, in order and without overlap: quoted texts, addresses,
 * dates, paths, numbers, names.
 */
export function taskValues(task: string): TaskValue[] {
  const found: TaskValue[] = [];
  const isFree = (start: number, end: number) =>
    found.every((value) => end <= value.start || start >= value.end);
  const add = (value: string, type: ParameterType, start: number) => {
    const end = start + value.length;
    if (value && isFree(start, end)) found.push({ value, type, start, end });
  };
  for (const match of task.matchAll(QUOTED)) {
    const value = match.slice(1).find((group) => group !== undefined)!;
    add(value, typeOf(value), match.index + 1);
  }
  for (const { type, pattern } of UNQUOTED)
    for (const match of task.matchAll(pattern)) add(match[0], type, match.index);
  for (const match of task.matchAll(NAME))
    if (!startsSentence(task, match.index)) add(match[0], "string", match.index);
  return found.sort((a, b) => a.start - b.start);
}

/** The type of a whole value. */
export function typeOf(value: string): ParameterType {
  const types = ["url", "date", "number", "path"] as const;
  return types.find((type) => new RegExp(`^(?:${SHAPES[type]})$`).test(value)) ?? "string";
}

const startsSentence = (task: string, index: number): boolean =>
  /(?:^|[.!?。！？\n:：])\s*$/.test(task.slice(0, index));
