import type { PermissionRule } from "./policy.js";

export const PRESET_NAMES = ["careful", "auto", "unattended", "read-only", "full"] as const;

export type Preset = (typeof PRESET_NAMES)[number];

/** An `allow` here never covers what is dangerous, except in `full`. */
export const PRESETS: Record<Preset, PermissionRule[]> = {
  /** Looking is free, everything else is asked. The default where a user can be asked. */
  careful: [{ decision: "allow", action: ["read", "memory-write"] }, { decision: "ask" }],
  /** Everything inside the sandbox; outside of it what stays in the workspace. */
  auto: [
    { decision: "allow", sandboxed: true },
    { decision: "allow", action: ["read", "write-inside", "memory-write"] },
    { decision: "ask" },
  ],
  /** Everything but what is dangerous. The default where nobody can be asked, so that `ask` means no. */
  unattended: [{ decision: "allow" }, { decision: "ask" }],
  "read-only": [{ decision: "allow", action: "read" }, { decision: "deny" }],
  full: [{ decision: "allow", danger: true }],
};
