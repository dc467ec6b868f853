/** What a skill prints, as far as other skills and checks can count on it. */
export interface OutputSchema {
  /** `json`: one JSON object on a line of its own. `text`: anything. */
  kind: "json" | "text";
  /** Of the JSON object, by name. */
  fields: Record<string, "string" | "number" | "boolean" | "array" | "object" | "null">;
  /** Parameters that name files the skill writes. */
  files: string[];
}

export function outputSchema(output: string, files: readonly string[]): OutputSchema {
  const found = jsonIn(output);
  const fields = Object.fromEntries(
    Object.entries(found ?? {}).map(([name, value]) => [name, kindOf(value)]),
  );
  return { kind: found ? "json" : "text", fields, files: [...files] };
}

/** The last line of an output that is a JSON object. */
export function jsonIn(output: string): Record<string, unknown> | undefined {
  for (const line of output.split("\n").reverse()) {
    const trimmed = line.trim();
    if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) continue;
    try {
      return JSON.parse(trimmed) as Record<string, unknown>;
    } catch {
      // Not JSON after all: an earlier line may be.
    }
  }
  return undefined;
}

const kindOf = (value: unknown): OutputSchema["fields"][string] =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "array"
      : (typeof value as "string" | "number" | "boolean" | "object");
