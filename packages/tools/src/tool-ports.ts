import type { WorkingMemory } from "@genericagent/context";
import type { BrowserPort } from "./browser/browser-port.js";
import type { MemoryPort } from "./memory-port.js";
import type { PermissionPorts } from "./permissions/permission-ports.js";
import type { Sandbox } from "./sandbox/sandbox.js";
import type { SecretMask } from "./secrets/secret-mask.js";
import type { LongTermPort, SkillPort } from "./skills/skill-port.js";

/** What the program lends to the tools. */
export interface ToolPorts {
  /** Relative paths and commands start here. */
  cwd: string;
  /** Folders in which files may be written and patched. Default: everywhere. */
  roots?: readonly string[];
  /** Folder for outputs too long for the context. Default: a new folder below the system's temp folder. */
  spillDir?: string;
  /** Where the commands that run are written down, for `listBackground`. Default: nowhere. */
  backgroundDir?: string;
  /** The wall behind which commands run. Default: the strongest that works here, around `roots` or `cwd`. */
  sandbox?: Sandbox;
  /** What that wall hides from commands, besides the usual places of keys. */
  masked?: readonly string[];
  /** Environment of the commands that run. Default `process.env`. */
  env?: NodeJS.ProcessEnv;
  /** Puts a question to the user and answers at once; `undefined`, or no such port, ends the run instead. */
  askUser?: (question: AskUserQuestion, signal: AbortSignal) => Promise<string | undefined>;
  /** Who decides what the tools may do. Without it everything runs unasked. */
  permissions?: PermissionPorts;
  /** The memory folder. Without it, a folder is a folder. */
  memory?: MemoryPort;
  /** Skills that `code_run` may be called with by name. Default: none. */
  skills?: SkillPort;
  /** Keeps what a run proved. Without it `start_long_term_update` is not offered. */
  longTerm?: LongTermPort;
  /** Takes secrets out of everything the tools answer. */
  secretMask?: SecretMask;
  /** A browser, for `web_scan` and `web_execute_js`; without it they are not offered. */
  browser?: BrowserPort;
  /** Begin what comes from files, commands and pages with `UNTRUSTED_MARK`. Default false. */
  markUntrusted?: boolean;
  /** The notepad to go on with, for example that of a resumed run. Default: an empty one. */
  workingMemory?: WorkingMemory;
}

export interface AskUserQuestion {
  question: string;
  /** Answers to choose from; may be empty. */
  candidates: string[];
}
