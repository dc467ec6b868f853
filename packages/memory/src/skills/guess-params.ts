import { isWrittenTo, type SkillParameter } from "../crystallize/find-parameters.js";
import type { TaskValue } from "../crystallize/task-values.js";
import { extensionOf } from "./wording.js";

/**
 * Fills parameters from a task that is worded in another way, as far as there is only one way to do it: a file by its
 * kind and by whether the words speak of reading or writing it, anything else where it is the only one of its type.
 */
export function guessParams(
  task: string,
  parameters: readonly SkillParameter[],
  values: readonly TaskValue[],
): Record<string, string> {
  const wanted = parameters.filter(({ stemOf }) => stemOf === undefined);
  const guesses = wanted.flatMap((parameter) => {
    const rivals = wanted.filter(({ type }) => type === parameter.type);
    const fits = values.filter(({ type }) => type === parameter.type);
    const best = parameter.type === "path" ? closestFiles(fits, parameter, task, rivals) : fits;
    const isClear = best.length === 1 && (parameter.type === "path" || rivals.length === 1);
    return isClear ? [[parameter.name, best[0]!.value] as const] : [];
  });
  // A value that two parameters claim belongs to neither for certain.
  const claims = guesses.map(([, value]) => value);
  return Object.fromEntries(
    guesses.filter(([, value]) => claims.filter((other) => other === value).length === 1),
  );
}

function closestFiles(
  values: readonly TaskValue[],
  { example, role }: SkillParameter,
  task: string,
  rivals: readonly SkillParameter[],
): TaskValue[] {
  const sameKind = values.filter(({ value }) => extensionOf(value) === extensionOf(example));
  const isOnlyOfKind =
    rivals.filter((rival) => extensionOf(rival.example) === extensionOf(example)).length === 1;
  if (isOnlyOfKind) return sameKind;
  return sameKind.filter(({ start }) => isWrittenTo(task, start) === (role === "output"));
}
