import { ToolRefusal } from "../tool-refusal.js";
import { maskedPaths } from "./masked-paths.js";
import type { Sandbox, SandboxPolicy } from "./sandbox.js";

/** What is used of the package `@anthropic-ai/sandbox-runtime`; there is one of it in a process. */
export interface SandboxManager {
  isSupportedPlatform(): boolean;
  checkDependencies(): { errors: string[] };
  initialize(config: SandboxRuntimeConfig, ask: () => Promise<boolean>): Promise<void>;
  wrapWithSandbox(command: string, shell?: string, config?: Partial<SandboxRuntimeConfig>): Promise<string>;
  cleanupAfterCommand(): void;
  reset(): Promise<void>;
}

interface SandboxRuntimeConfig {
  network: { allowedDomains: string[]; deniedDomains: string[] };
  filesystem: { denyRead: string[]; allowWrite: string[]; denyWrite: string[] };
}

export type LoadSandboxRuntime = () => Promise<{ SandboxManager: SandboxManager }>;

const PACKAGE = "@anthropic-ai/sandbox-runtime";

/** @throws the import's error where the package is not installed */
export const loadSandboxRuntime: LoadSandboxRuntime = () => import(PACKAGE);

/**
 * Linux and macOS, by the package `@anthropic-ai/sandbox-runtime`: slower to start than bubblewrap, with the
 * network behind its proxies. It knows one network rule in a process: do not mix both kinds at the same time.
 */
export function sandboxRuntime(
  policy: SandboxPolicy,
  load: LoadSandboxRuntime = loadSandboxRuntime,
): Sandbox {
  const network = policy.network ?? true;
  return {
    name: "sandbox-runtime",
    endsWithCommand: process.platform === "linux",
    rules: `sandbox: only ${policy.writable.join(", ")} can be written${network ? "" : "; no network"}`,
    async wrap({ command, args, cwd, env }) {
      const manager = await started(network, load);
      const filesystem = {
        denyRead: await maskedPaths(policy, env),
        allowWrite: [...policy.writable],
        denyWrite: [...(policy.fixed ?? [])],
      };
      const words = [command, ...args].map(quote).join(" ");
      return {
        command: "/bin/sh",
        args: ["-c", await manager.wrapWithSandbox(words, undefined, { filesystem })],
        cwd,
        env,
        dispose: async () => manager.cleanupAfterCommand(),
      };
    },
  };
}

/** The network rule that the package follows in this process. */
let ruled: { network: boolean; manager: Promise<SandboxManager> } | undefined;

async function started(network: boolean, load: LoadSandboxRuntime): Promise<SandboxManager> {
  const { SandboxManager } = await load().catch((error: unknown) => {
    throw new ToolRefusal(`Not run: the sandbox ${PACKAGE} is not installed. npm install ${PACKAGE}`, error);
  });
  if (ruled?.network === network) return ruled.manager;
  const last = ruled?.manager;
  const start = async (): Promise<SandboxManager> => {
    if (await last) await SandboxManager.reset();
    const filesystem = { denyRead: [], allowWrite: [], denyWrite: [] };
    const config = { network: { allowedDomains: [], deniedDomains: [] }, filesystem };
    await SandboxManager.initialize(config, async () => network);
    return SandboxManager;
  };
  ruled = { network, manager: start() };
  return ruled.manager;
}

const quote = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
