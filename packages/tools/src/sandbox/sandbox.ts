export type SandboxName = "bubblewrap" | "sandbox-runtime" | "none";

/** A command as it would be started without a wall, or as it is to be started behind one. */
export interface SandboxCommand {
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
}

export interface WalledCommand extends SandboxCommand {
  /** Called when the command has ended. */
  dispose(): Promise<void>;
}

/** What stands between a command and the rest of the machine. */
export interface Sandbox {
  readonly name: SandboxName;
  /** Nothing that the command started outlives it. */
  readonly endsWithCommand: boolean;
  /** One line for the model: what is different in here. Undefined where nothing is. */
  readonly rules: string | undefined;
  /** @param needed files the command must be able to read wherever they lie, such as its own code */
  wrap(command: SandboxCommand, needed: readonly string[]): Promise<WalledCommand>;
}

/** What a command may do. */
export interface SandboxPolicy {
  /** Folders it may write to, such as the workspace. */
  writable: readonly string[];
  /** Files and folders it cannot read, besides the usual places of keys (`maskedPaths`). */
  masked?: readonly string[];
  /** Places that stay as they are though they lie in a writable folder, besides `.genericagent` and git's hooks. */
  fixed?: readonly string[];
  /** Default true. */
  network?: boolean;
}

/** No wall: commands do what the user could do. */
export const noSandbox: Sandbox = {
  name: "none",
  endsWithCommand: false,
  rules: undefined,
  wrap: async (command) => ({ ...command, dispose: async () => {} }),
};
