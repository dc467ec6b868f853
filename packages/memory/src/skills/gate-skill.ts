import { chmod, cp, mkdir, mkdtemp, realpath, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { type GateEnvironment, sampleEnvironments } from "./gate-environments.js";
import type { SkillPlan } from "./plan-skill.js";
import type { Skill } from "./skill.js";

/** Runs a planned skill to its end behind the sandbox; the agent and the command line fill this port. */
export type SkillRunner = (request: {
  plan: SkillPlan;
  cwd: string;
  /** Added to the environment of its scripts; undefined takes a variable away. */
  env: Record<string, string | undefined>;
}) => Promise<{ ok: boolean; output: string }>;

/** Parameters that worked once, and the folder they worked in. */
export interface SkillSample {
  params: Record<string, unknown>;
  cwd: string;
}

export interface GateResult {
  passed: number;
  of: number;
  isPromoted: boolean;
  runs: { environment: string; ok: boolean; why: string }[];
}

/** The share of sampled environments in which a skill must pass its check to be promoted. */
export const PROMOTE_FROM = 0.8;
export const MIN_ENVIRONMENTS = 5;

/**
 * Runs a skill with its check where it has never run: in a fresh folder that holds its input files alone, in another
 * language, time zone, with little on PATH and a home that cannot be written.
 */
export async function gateSkill(
  skill: Skill,
  samples: readonly SkillSample[],
  makePlan: (params: Record<string, unknown>) => SkillPlan,
  run: SkillRunner,
  environments: readonly GateEnvironment[] = sampleEnvironments(),
): Promise<GateResult> {
  const runs: GateResult["runs"] = [];
  for (const [index, environment] of environments.entries()) {
    const sample = samples[index % samples.length];
    const outcome = sample
      ? await runFresh(skill, sample, environment, makePlan, run).catch((error: Error) => ({
          ok: false,
          why: error.message,
        }))
      : { ok: false, why: "no run is known whose input files are still there" };
    runs.push({ environment: environment.name, ...outcome });
  }
  const passed = runs.filter(({ ok }) => ok).length;
  const isEnough = runs.length >= MIN_ENVIRONMENTS;
  return { passed, of: runs.length, isPromoted: isEnough && passed / runs.length >= PROMOTE_FROM, runs };
}

async function runFresh(
  skill: Skill,
  sample: SkillSample,
  { env, hasReadOnlyHome }: GateEnvironment,
  makePlan: (params: Record<string, unknown>) => SkillPlan,
  run: SkillRunner,
): Promise<{ ok: boolean; why: string }> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "ga-gate-")));
  try {
    const cwd = join(dir, "work");
    const home = join(dir, "home");
    await Promise.all([mkdir(cwd), mkdir(home)]);
    const params = await moveIn(skill, sample, cwd);
    if (hasReadOnlyHome) await chmod(home, 0o555);
    const { ok, output } = await run({
      plan: makePlan(params),
      cwd,
      env: { ...env, HOME: home, USERPROFILE: home },
    });
    return {
      ok,
      why: ok ? "" : (output.trim().split("\n").findLast(Boolean) ?? "failed without output").slice(0, 200),
    };
  } finally {
    await chmod(join(dir, "home"), 0o755).catch(() => {});
    await rm(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Copies the input files into the folder; paths that led out of it lead into it now. */
async function moveIn(
  skill: Skill,
  { params, cwd: from }: SkillSample,
  cwd: string,
): Promise<Record<string, unknown>> {
  const moved: Record<string, unknown> = {};
  for (const { name, type, role, stemOf } of skill.parameters) {
    if (stemOf !== undefined) continue;
    const value = params[name];
    if (type !== "path" || typeof value !== "string") {
      moved[name] = value;
      continue;
    }
    const path = isInside(value) ? value : `gate-${name}/${value.replace(/^.*[\\/]/, "")}`;
    moved[name] = path;
    if (role === "input") await copyIn(resolve(from, value), join(cwd, path));
    else await mkdir(dirname(join(cwd, path)), { recursive: true });
  }
  for (const file of fixedFiles(skill)) await copyIn(resolve(from, file), join(cwd, file)).catch(() => {});
  return moved;
}

const isInside = (path: string): boolean =>
  !isAbsolute(path) && !path.split(/[\\/]/).includes("..") && !path.startsWith("~");

/** Larger inputs are not copied five times. */
const MAX_INPUT_BYTES = 100_000_000;

async function copyIn(from: string, to: string): Promise<void> {
  const { size } = await stat(from);
  if (size > MAX_INPUT_BYTES) throw new RangeError(`${from} is too large to be copied for a check`);
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true });
}

const fixedFiles = ({ preconditions }: Skill): string[] =>
  preconditions.flatMap((line) => /^uses the file (.+)$/.exec(line)?.[1] ?? []).filter(isInside);
