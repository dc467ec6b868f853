export type { TurnSummary, WorkingMemory } from "@genericagent/context";
export { answersText } from "./ask-user.js";
export type {
  BrowserChanges,
  BrowserOutcome,
  BrowserPort,
  BrowserStep,
  BrowserTab,
  BrowserView,
  RunOptions,
  StepArgument,
  ViewRequest,
} from "./browser/browser-port.js";
export { describeChanges, describeTab } from "./browser/describe-changes.js";
export { scriptSteps } from "./browser/script-steps.js";
export {
  type BackgroundProcess,
  BackgroundProcesses,
  endBackground,
  listBackground,
} from "./code-run/background-processes.js";
export { createTools, type Tools } from "./create-tools.js";
export { isInside, realPathOf } from "./files/is-inside.js";
export { writeFileAtomically } from "./files/write-file-atomically.js";
export type { MemoryPort, MemoryWrite } from "./memory-port.js";
export { ACTION_KINDS, type Action, type ActionKind } from "./permissions/action.js";
export { decide, type PatternPlaces, type Verdict } from "./permissions/decide.js";
export { describeAction } from "./permissions/describe-action.js";
export type {
  JudgedAction,
  PermissionAnswer,
  PermissionDecision,
  PermissionPorts,
  PermissionRequest,
} from "./permissions/permission-ports.js";
export {
  type Decision,
  type PermissionPolicy,
  type PermissionRule,
  type PermissionSettings,
  policyOf,
} from "./permissions/policy.js";
export { PRESET_NAMES, type Preset } from "./permissions/presets.js";
export { rulesFor } from "./permissions/rules-for.js";
export { type PermissionGate, permissionGate, withPermissions } from "./permissions/with-permissions.js";
export { bubblewrap } from "./sandbox/bubblewrap.js";
export { type DetectSandboxOptions, detectSandbox, type SandboxBackend } from "./sandbox/detect-sandbox.js";
export {
  noSandbox,
  type Sandbox,
  type SandboxCommand,
  type SandboxName,
  type SandboxPolicy,
  type WalledCommand,
} from "./sandbox/sandbox.js";
export { type LoadSandboxRuntime, type SandboxManager, sandboxRuntime } from "./sandbox/sandbox-runtime.js";
export { type ChosenSandbox, strongestSandbox } from "./sandbox/strongest-sandbox.js";
export { childEnvironment } from "./secrets/child-environment.js";
export { UNTRUSTED_MARK } from "./secrets/mark-untrusted.js";
export { type MaskStream, SecretMask } from "./secrets/secret-mask.js";
export type { LongTermPort, SkillPlan, SkillPort, SkillScript } from "./skills/skill-port.js";
export type { AskUserQuestion, ToolPorts } from "./tool-ports.js";
export { ToolRefusal } from "./tool-refusal.js";
