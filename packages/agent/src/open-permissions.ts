import {
  type PermissionPorts,
  type PermissionRule,
  type PermissionSettings,
  type Preset,
  policyOf,
} from "@genericagent/tools";
import type { Config } from "./config.js";
import { loadRules, saveRules } from "./remembered-rules.js";

export interface PermissionOptions {
  /** Instead of the config's; a preset alone leaves the config's rules in force. */
  permissions?: Preset | PermissionSettings;
  /** Asks the user; without it what the policy asks about is not done. */
  askPermission?: PermissionPorts["askPermission"];
}

/**
 * The policy of a run: what was chosen, else the config's, else `careful` where the user can be asked and
 * `unattended` where not. Rules remembered in the data home are part of it.
 */
export async function openPermissions(
  { permissions, askPermission }: PermissionOptions,
  config: Config,
  dataHome: string,
): Promise<PermissionPorts> {
  const chosen = settingsOf(permissions);
  const configured = settingsOf(config.permissions);
  const preset = chosen.preset ?? configured.preset ?? (askPermission ? "careful" : "unattended");
  const rules = chosen.rules ?? configured.rules ?? [];
  return {
    policy: policyOf({ preset, rules }, await loadRules(dataHome)),
    dataHome,
    keepRules: (more: PermissionRule[]) => saveRules(dataHome, more),
    ...(askPermission && { askPermission }),
  };
}

const settingsOf = (given: Preset | PermissionSettings | undefined): PermissionSettings =>
  typeof given === "string" ? { preset: given } : (given ?? {});
