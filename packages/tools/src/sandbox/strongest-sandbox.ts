import type { Notice } from "@genericagent/core-loop";
import { type DetectSandboxOptions, sandboxBackends } from "./detect-sandbox.js";
import { noSandbox, type Sandbox, type SandboxPolicy } from "./sandbox.js";

export interface ChosenSandbox {
  sandbox: Sandbox;
  /** To be said once, where there is no wall. */
  notice?: Notice;
}

/** The strongest wall that works on this machine. */
export async function strongestSandbox(
  policy: SandboxPolicy,
  options?: DetectSandboxOptions,
): Promise<ChosenSandbox> {
  const missing: string[] = [];
  for await (const { name, works, detail, create } of sandboxBackends(options)) {
    if (works && name !== "none") return { sandbox: create(policy) };
    if (!works) missing.push(`${name}: ${detail}`);
  }
  const message = `Commands run without a sandbox and may do whatever you may do. ${missing.join(". ")}.`;
  return { sandbox: noSandbox, notice: { type: "notice", code: "sandbox-none", message, data: { missing } } };
}
