import type { Skill } from "./skill.js";

/** More wordings of one kind of task are not needed. */
const MAX_TRIGGERS = 5;

/**
 * The wording of a task that a skill has just done alone, as a further trigger: its values replaced by the parameters
 * they went to. Undefined where a value does not stand in the task exactly once, or the skill knows the wording.
 */
export function triggerOf(
  task: string,
  params: Readonly<Record<string, unknown>>,
  { parameters, triggers }: Pick<Skill, "parameters" | "triggers">,
): string | undefined {
  let trigger = task.trim().replace(/\s+/g, " ");
  for (const { name, stemOf } of parameters) {
    if (stemOf !== undefined) continue;
    const parts = trigger.split(String(params[name] ?? "\0"));
    if (parts.length !== 2) return undefined;
    trigger = parts.join(`{${name}}`);
  }
  const isNew = parameters.length > 0 && !triggers.includes(trigger) && triggers.length < MAX_TRIGGERS;
  return isNew ? trigger : undefined;
}
