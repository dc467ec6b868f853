import { dirname, join } from "node:path";
import {
  noSandbox,
  type PermissionPorts,
  type PermissionRule,
  type PermissionSettings,
  type Preset,
  policyOf,
  strongestSandbox,
} from "@genericagent/tools";
import type { Config } from "./config.js";
import { dataHomePaths } from "./find-data-home.js";
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
    policy: policyOf({ preset, rules: [...settingsOfParent(dataHome), ...rules] }, await loadRules(dataHome)),
    dataHome,
    keepRules: (more: PermissionRule[]) => saveRules(dataHome, more),
    isSandboxed: async () =>
      config.sandbox !== "none" && (await strongestSandbox(NOTHING)).sandbox !== noSandbox,
    ...(askPermission && { askPermission }),
  };
}

/**
 * A sub-agent that works by its parent's configuration (`GA_CONFIG_HOME`) may not change it, nor see its keys; the
 * parent's memory has a door of its own, which the sub-agent is not at.
 */
function settingsOfParent(dataHome: string): PermissionRule[] {
  const { config, credentials, permissions } = dataHomePaths(dataHome);
  const parent = dirname(config);
  if (parent === dataHome) return [];
  return [
    { decision: "deny", action: "read", match: credentials },
    {
      decision: "deny",
      action: ["write-inside", "write-outside"],
      match: [config, credentials, permissions, `${join(parent, "memory")}/**`],
    },
  ];
}

/** Whether a wall stands does not depend on what it lets through. */
const NOTHING = { writable: [] };

const settingsOf = (given: Preset | PermissionSettings | undefined): PermissionSettings =>
  typeof given === "string" ? { preset: given } : (given ?? {});
