import { openSkillHost } from "@genericagent/agent";
import { readAccount } from "@genericagent/memory";
import pc from "picocolors";
import { abortOnSignals } from "../abort-on-signals.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import { printable } from "../printable.js";
import { requireUser } from "../require-user.js";
import type { SkillFlags } from "../skill-program.js";

/** `ga skill promote`: shows each environment, and what the gate says. */
export async function promote(
  name: string,
  { param, cwd, environments, network }: SkillFlags,
): Promise<ExitCode> {
  requireUser("skill promote");
  const host = await openSkillHost({ ...(cwd && { cwd }) });
  const { signal, release } = abortOnSignals();
  try {
    const { passed, of, isPromoted, runs } = await host.promote(name, {
      ...(param && { sample: { params: param, cwd: host.cwd } }),
      ...(environments && { environments }),
      ...(network && { network }),
      signal,
    });
    for (const { environment, ok, why } of runs)
      process.stdout.write(
        `${ok ? pc.green("✓") : pc.red("✗")} ${environment}${why ? pc.dim(`  ${printable(why)}`) : ""}\n`,
      );
    process.stdout.write(
      isPromoted
        ? `${pc.bold(name)} passed ${passed} of ${of}: it runs without a model from now on.\n`
        : `${pc.bold(name)} passed ${passed} of ${of} and stays as it is; 4 of 5 are needed.\n`,
    );
    return isPromoted ? EXIT.done : EXIT.failed;
  } finally {
    release();
  }
}

/** `ga skill retire`, and back. */
export async function retire(name: string, { undo = false }: SkillFlags): Promise<ExitCode> {
  requireUser("skill retire");
  const { skills } = await openSkillHost();
  const skill = await skills.get(name);
  if (skill.retired !== undo) {
    process.stdout.write(`${name} is ${undo ? "not retired" : "retired already"}.\n`);
    return EXIT.done;
  }
  const before = await stageBefore(skills.door.dir, name);
  await skills.record({
    skill: name,
    kind: "stage",
    stage: undo ? before : "retired",
    why: "the user said so",
  });
  process.stdout.write(
    undo
      ? `${name} is offered again, as ${before === "code" ? "code that runs without a model" : "an SOP"}.\n`
      : `${name} is retired: it is offered no more. Back: ga skill retire ${name} --undo\n`,
  );
  return EXIT.done;
}

/** What the account said of it before it was retired. */
async function stageBefore(dir: string, name: string): Promise<"sop" | "code"> {
  const lines = await readAccount(dir, name);
  const stages = lines.flatMap((line) =>
    line.kind === "stage" && line.stage !== "retired" ? [line.stage] : [],
  );
  return stages.at(-1) ?? "sop";
}
