import {
  type GateResult,
  gateSkill,
  planSkill,
  readAccount,
  type Skill,
  type SkillRunner,
  type SkillSample,
  type SkillStore,
  sampleEnvironments,
} from "@genericagent/memory";

/** Samples are run again where their input files still are; the latest count. */
const MAX_SAMPLES = 3;

/** Lets the gate decide whether a skill may run without a model, and writes its word down. */
export async function promoteSkill(
  skills: SkillStore,
  skill: Skill,
  run: SkillRunner,
  options: { samples?: SkillSample[]; environments?: number } = {},
): Promise<GateResult> {
  const samples = [...(options.samples ?? []), ...(await samplesOf(skills, skill.name))].slice(
    0,
    MAX_SAMPLES,
  );
  const scripts = await skills.scripts(skill);
  const result = await gateSkill(
    skill,
    samples,
    (params) => planSkill(skill, scripts, params),
    run,
    sampleEnvironments(options.environments),
  );
  const { passed, of, isPromoted, runs } = result;
  const why = runs.find(({ ok }) => !ok);
  await skills.record({
    ...{ skill: skill.name, kind: "gate", passed, of },
    ...(why && { why: `${why.environment}: ${why.why}` }),
  });
  if (isPromoted && skill.stage !== "code")
    await skills.record({
      skill: skill.name,
      kind: "stage",
      stage: "code",
      why: `passed ${passed} of ${of}`,
    });
  return result;
}

/** What it has been run with successfully, latest first. */
async function samplesOf({ door }: SkillStore, name: string): Promise<SkillSample[]> {
  const lines = await readAccount(door.dir, name);
  return lines
    .flatMap((line) =>
      line.kind === "run" && line.ok && line.params && line.cwd
        ? [{ params: line.params, cwd: line.cwd }]
        : [],
    )
    .reverse();
}
