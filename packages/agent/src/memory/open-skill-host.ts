import { resolve } from "node:path";
import type { LoopEvent } from "@genericagent/core-loop";
import { fillAnswer, type GateResult, type Memory, type SkillSample, SkillStore } from "@genericagent/memory";
import { childEnvironment, createTools, noSandbox, type ToolPorts } from "@genericagent/tools";
import { AgentError } from "../agent-error.js";
import { loadConfig } from "../config.js";
import { loadCredentials } from "../credentials.js";
import { dataHomePaths, findDataHome } from "../find-data-home.js";
import { gatherSecrets } from "../gather-secrets.js";
import { openPermissions, type PermissionOptions } from "../open-permissions.js";
import { defaultLanguage } from "../system-prompt.js";
import { memoryPort, openAgentMemory } from "./agent-memory.js";
import { promoteSkill } from "./promote-skill.js";
import { recordUse } from "./record-use.js";
import { gateRunner, runSkill, type SkillRun } from "./run-skill.js";

export interface SkillHostOptions extends PermissionOptions {
  cwd?: string;
  dataHome?: string;
  env?: NodeJS.ProcessEnv;
}

/** Skills without a model and without a session. Made by `openSkillHost`. */
export interface SkillHost {
  memory: Memory;
  skills: SkillStore;
  cwd: string;
  /** Runs a skill, and writes down how it went. Returns its answer as well. */
  run(
    name: string,
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): AsyncGenerator<LoopEvent, SkillRun & { answer: string }, void>;
  /** Lets the gate decide. @throws AgentError `invalid-options` where there is no wall to try it behind */
  promote(
    name: string,
    options: { sample?: SkillSample; environments?: number; network?: boolean; signal?: AbortSignal },
  ): Promise<GateResult>;
}

/** Opens config, permissions and memory, for `ga skill` and for programs of your own. */
export async function openSkillHost(options: SkillHostOptions = {}): Promise<SkillHost> {
  const env = options.env ?? process.env;
  const cwd = resolve(options.cwd ?? process.cwd());
  const dataHome = options.dataHome ?? findDataHome({ cwd, env });
  const config = await loadConfig(dataHome);
  const secrets = gatherSecrets({ config, credentials: await loadCredentials(dataHome), env });
  const language = config.language ?? defaultLanguage(env);
  const memory = await openAgentMemory({ dataHome, language, mask: secrets.mask });
  const skills = new SkillStore(memory);
  const permissions = await openPermissions(options, config, dataHome);
  const shared = {
    env: childEnvironment(env, secrets.usable),
    secretMask: secrets.mask,
    masked: [dataHomePaths(dataHome).credentials],
    permissions,
  };
  return {
    ...{ memory, skills, cwd },
    async *run(name, params, signal) {
      const skill = await skills.get(name);
      // A wrong parameter is the caller's slip, not the skill's.
      await skills.plan(name, params);
      const ports: ToolPorts = {
        memory: memoryPort(memory, { dataHome, session: "" }),
        ...{ cwd, ...shared, skills: { plan: (each, given) => skills.plan(each, given) } },
        spillDir: dataHomePaths(dataHome).spill,
        ...(config.sandbox === "none" && { sandbox: noSandbox }),
      };
      const run = yield* runSkill(createTools(ports).handler, name, params, signal);
      const { ok, output, seconds } = run;
      yield* recordUse(
        { skills, memory, mask: secrets.mask },
        { skill: name, by: "host", ok, params, cwd, output, tokens: 0, requests: 0, seconds },
      );
      const answer = (ok && skill.answer && fillAnswer(skill.answer, params, output)) || output;
      return { ...run, answer };
    },
    async promote(name, { sample, environments, network = false, signal }) {
      const skill = await skills.get(name);
      const gatePorts = { ...shared, permissions: unasked(permissions) };
      const runner = await gateRunner(gatePorts, { network, ...(signal && { signal }) });
      if (!runner)
        throw new AgentError(
          "invalid-options",
          `Skill ${name} was not tried: this machine has no sandbox to try it behind. See: ga doctor`,
        );
      return promoteSkill(skills, skill, runner, {
        ...(sample && { samples: [sample] }),
        ...(environments !== undefined && { environments }),
      });
    },
  };
}

const unasked = ({ askPermission: _, ...rest }: Awaited<ReturnType<typeof openPermissions>>) => rest;
