export interface Difference {
  /** A JSON path such as `$.message.content[0].text`. */
  path: string;
  recorded: unknown;
  actual: unknown;
}

/** Where two JSON values first differ; undefined where they do not. */
export function firstDifference(recorded: unknown, actual: unknown, path = "$"): Difference | undefined {
  if (Object.is(recorded, actual)) return undefined;
  if (!isTree(recorded) || !isTree(actual) || Array.isArray(recorded) !== Array.isArray(actual))
    return { path, recorded, actual };
  const keys = new Set([...Object.keys(recorded), ...Object.keys(actual)]);
  for (const key of keys) {
    const below = Array.isArray(recorded) ? `${path}[${key}]` : `${path}.${key}`;
    const found = firstDifference(recorded[key], actual[key], below);
    if (found) return found;
  }
  return undefined;
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
