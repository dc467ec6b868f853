import type { ActionKind } from "./action.js";
import { PRESETS, type Preset } from "./presets.js";

export type Decision = "allow" | "ask" | "deny";

/** A line of a policy. What is left out fits everything. */
export interface PermissionRule {
  decision: Decision;
  action?: ActionKind | ActionKind[];
  tool?: string | string[];
  /**
   * Patterns for the action's target. Paths: `*` within a folder, `**` across folders, `~/` the home folder, a
   * relative one starts in the workspace. Commands and hosts: `*` is any text.
   */
  match?: string | string[];
  /** Only what runs in a sandbox (`true`) or does not (`false`). */
  sandboxed?: boolean;
  /** Whether dangerous actions are meant too. Default: `true` for `ask` and `deny`, `false` for `allow`. */
  danger?: boolean;
  /** Only while the tools work in this folder. */
  workspace?: string;
}

/** The `permissions` of config.json. */
export interface PermissionSettings {
  /** Holds where none of the rules fits. */
  preset?: Preset;
  rules?: PermissionRule[];
}

/** All that decides, in one value: the first rule that fits decides. */
export interface PermissionPolicy {
  preset: Preset;
  rules: (PermissionRule & { from: string })[];
}

/**
 * Puts a policy in order: what the user forbids, what was remembered from earlier answers, the user's other rules,
 * the preset's. The last rule of each preset fits everything.
 */
export function policyOf(
  settings: PermissionSettings & { preset: Preset },
  remembered: readonly PermissionRule[] = [],
): PermissionPolicy {
  const own = [
    ...remembered.map((rule) => ({ ...rule, from: "remembered" })),
    ...(settings.rules ?? []).map((rule) => ({ ...rule, from: "config" })),
  ];
  const preset = PRESETS[settings.preset].map((rule) => ({ ...rule, from: settings.preset }));
  const forbidden = own.filter(({ decision }) => decision === "deny");
  const others = own.filter(({ decision }) => decision !== "deny");
  return { preset: settings.preset, rules: [...forbidden, ...others, ...preset] };
}

/** Adds rules where remembered ones stand: after what the user forbids, before everything else. */
export function addRules(
  policy: PermissionPolicy,
  rules: readonly PermissionRule[],
  from: "session" | "remembered",
): PermissionPolicy {
  const at = policy.rules.findIndex((rule) => rule.decision !== "deny" || rule.from === policy.preset);
  const added = rules.map((rule) => ({ ...rule, from }));
  return { ...policy, rules: policy.rules.toSpliced(at < 0 ? policy.rules.length : at, 0, ...added) };
}
