import type { SkillParameter } from "./find-parameters.js";
import { jsonIn } from "./output-schema.js";

/**
 * The run's last words with its figures replaced by what they came from: `{name}` for a parameter, `{out.field}` for
 * a field of the printed object. Undefined where a figure came from anywhere else: the next run's would be wrong.
 */
export function answerTemplate(
  answer: string,
  output: string,
  parameters: readonly SkillParameter[],
): string | undefined {
  if (!answer) return undefined;
  const sources = [
    ...parameters.map(({ name, example }) => ({ value: example, slot: `{${name}}` })),
    ...Object.entries(jsonIn(output) ?? {})
      .filter(([, value]) => typeof value === "number" || typeof value === "string")
      .map(([name, value]) => ({ value: String(value), slot: `{out.${name}}` })),
  ].filter(({ value }) => value !== "");
  let template = answer;
  for (const { value, slot } of sources.sort((a, b) => b.value.length - a.value.length))
    template = replaceWords(template, value, slot);
  const rest = template.replace(/\{[\w.]+\}/g, "");
  return /\d/.test(rest) ? undefined : template;
}

/** @returns undefined when the output lacks a field that the template needs. */
export function fillAnswer(
  template: string,
  params: Readonly<Record<string, unknown>>,
  output: string,
): string | undefined {
  const fields = jsonIn(output) ?? {};
  let isWhole = true;
  const filled = template.replace(/\{(out\.)?(\w+)\}/g, (_, isField: string | undefined, name: string) => {
    const value = (isField ? fields : params)[name];
    if (value === undefined) isWhole = false;
    return String(value);
  });
  return isWhole ? filled : undefined;
}

function replaceWords(text: string, value: string, slot: string): string {
  const escaped = value.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  // Not inside a slot that stands there already.
  const word = new RegExp(
    `\\{[\\w.]+\\}|(?<![\\p{L}\\p{N}_.-])${escaped}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`,
    "gu",
  );
  return text.replace(word, (found) => (found === value ? slot : found));
}
