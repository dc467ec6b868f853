import { openSkillHost } from "@genericagent/agent";
import pc from "picocolors";
import { abortOnSignals } from "../abort-on-signals.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { printable } from "../printable.js";
import type { SkillFlags } from "../skill-program.js";
import { hasTerminal } from "../terminal.js";

/** `ga skill run`: no model is asked. What was asked for by name is run, also when it is unproven. */
export async function runSkill(
  name: string,
  { param = {}, cwd, json = false }: SkillFlags,
): Promise<ExitCode> {
  const host = await openSkillHost({
    ...(cwd && { cwd }),
    ...(!json &&
      hasTerminal() && {
        askPermission: async (request, aborted) =>
          (await import("../ask-permission.js")).askPermission(request, aborted),
      }),
  });
  const { signal, release } = abortOnSignals();
  try {
    const running = host.run(name, param, signal);
    let next = await running.next();
    for (; !next.done; next = await running.next())
      if (next.value.type === "notice" && next.value.code !== "permission-decision" && !json)
        process.stderr.write(`${pc.dim(next.value.message)}\n`);
    const { ok, answer, output, seconds } = next.value;
    if (json)
      process.stdout.write(
        `${JSON.stringify({ skill: name, ok, answer, output, seconds, modelCalls: 0 })}\n`,
      );
    else if (ok) process.stdout.write(`${printable(answer || "Done.")}\n`);
    else process.stderr.write(`${pc.red("ga:")} ${printable(output)}\n`);
    return ok ? EXIT.done : EXIT.failed;
  } finally {
    release();
  }
}
