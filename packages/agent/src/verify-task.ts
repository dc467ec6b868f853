import type { PermissionSettings, Preset } from "@genericagent/tools";
import type { AcceptanceCheck, Verdict } from "./acceptance.js";
import { createAgent, type GenericAgent } from "./generic-agent.js";

/** Model calls of a verification. */
const MAX_TURNS = 12;

/**
 * A check by an independent run: another session with nothing of this conversation in it tries to prove that the
 * task is not done. What it says without having looked (no tool call that worked) does not count.
 */
export const verifyTask =
  (agent: GenericAgent, { task, planFile }: { task: string; planFile?: string }): AcceptanceCheck =>
  async (answer, signal) => {
    const { config, cwd, dataHome } = await agent.open();
    const { resume: _, askUser: __, ...options } = agent.options;
    const rules = withoutWriting(options.permissions, config.permissions);
    const verifier = createAgent({ ...options, cwd, dataHome, permissions: rules });
    try {
      let looked = 0;
      const run = verifier.run(prompt(task, answer, planFile), { signal, maxTurns: MAX_TURNS });
      let next = await run.next();
      for (; !next.done; next = await run.next())
        if (next.value.type === "tool-end" && !next.value.result.isError) looked++;
      return verdictOf(next.value.text, looked);
    } finally {
      await verifier.close();
    }
  };

function verdictOf(text: string, looked: number): Verdict {
  const verdict = [...text.matchAll(/VERDICT:\s*\**\s*(PASS|FAIL|PARTIAL)/gi)].at(-1)?.[1]?.toUpperCase();
  if (verdict === "PASS" && looked > 0) return { accepted: true };
  if (verdict === "PASS")
    return { accepted: false, why: "the verification passed it without looking at anything." };
  const why = text.replace(/<summary>[\s\S]*?<\/summary>/g, "").trim();
  return { accepted: false, why: why || "the verification ended without a verdict." };
}

const prompt = (task: string, answer: string, planFile: string | undefined): string =>
  `You verify the work of another agent, independently. Try to prove that it is NOT done: look at the files, run the checks; believe nothing that you did not see in a tool's result. Change nothing.

The task was:
${task}
${planFile ? `\nIts plan, with what was ticked off: ${planFile}\n` : ""}
The other agent says:
${answer}

List each requirement with PASS or FAIL and what you saw. The last line is VERDICT: PASS, VERDICT: FAIL or VERDICT: PARTIAL.`;

const DENY_WRITING = { decision: "deny", tool: ["file_write", "file_patch"] } as const;

function withoutWriting(
  chosen: Preset | PermissionSettings | undefined,
  configured: Preset | PermissionSettings | undefined,
): PermissionSettings {
  const [own, config] = [settingsOf(chosen), settingsOf(configured)];
  const preset = own.preset ?? config.preset;
  const rules = own.rules ?? config.rules ?? [];
  return { ...(preset && { preset }), rules: [{ ...DENY_WRITING, tool: [...DENY_WRITING.tool] }, ...rules] };
}

const settingsOf = (given: Preset | PermissionSettings | undefined): PermissionSettings =>
  typeof given === "string" ? { preset: given } : (given ?? {});
