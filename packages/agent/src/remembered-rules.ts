import { readFile } from "node:fs/promises";
import { type PermissionRule, writeFileAtomically } from "@genericagent/tools";
import { AgentError } from "./agent-error.js";
import { dataHomePaths, isMissing } from "./find-data-home.js";

/**
 * The rules kept from the user's answers; a missing file is an empty list.
 *
 * @throws AgentError `invalid-config` where the file is damaged: a rule must not get lost or change its meaning.
 */
export async function loadRules(dataHome: string): Promise<PermissionRule[]> {
  const file = dataHomePaths(dataHome).permissions;
  try {
    const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
    const { rulesSchema } = await import("./config-schema.js");
    return rulesSchema.parse(parsed);
  } catch (error) {
    if (isMissing(error as NodeJS.ErrnoException)) return [];
    throw new AgentError(
      "invalid-config",
      `Cannot read ${file}: it is no list of permission rules. Correct or delete it.`,
      error,
    );
  }
}

/** Adds rules; the file is read again first, since other sessions may have added some. */
export async function saveRules(dataHome: string, rules: readonly PermissionRule[]): Promise<void> {
  const known = await loadRules(dataHome);
  const all = new Map([...known, ...rules].map((rule) => [JSON.stringify(rule), rule]));
  const file = dataHomePaths(dataHome).permissions;
  await writeFileAtomically(file, [`${JSON.stringify([...all.values()], null, 2)}\n`]).catch(
    (error: Error) => {
      throw new AgentError("data-home", `Cannot keep the permission in ${file}: ${error.message}.`, error);
    },
  );
}
