import type { Memory, OutsideChange } from "@genericagent/memory";
import { loadConfig } from "../config.js";
import { loadCredentials } from "../credentials.js";
import { gatherSecrets } from "../gather-secrets.js";
import { defaultLanguage } from "../system-prompt.js";

export interface HomeMemoryOptions {
  env?: NodeJS.ProcessEnv;
  /** Told what was changed behind the door since the memory was last open. */
  onOutside?: (changes: readonly OutsideChange[]) => void;
}

/** The memory of a data home, without a session: for commands of the user. */
export async function openHomeMemory(
  dataHome: string,
  { env = process.env, onOutside }: HomeMemoryOptions = {},
): Promise<Memory> {
  const config = await loadConfig(dataHome);
  const { mask } = gatherSecrets({ config, credentials: await loadCredentials(dataHome), env });
  const language = config.language ?? defaultLanguage(env);
  const { openAgentMemory } = await import("./agent-memory.js");
  return openAgentMemory({ dataHome, language, mask, ...(onOutside && { onOutside }) });
}
