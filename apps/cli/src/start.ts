import {
  chooseModel,
  findDataHome,
  listProviders,
  loadConfig,
  loadCredentials,
  type ProviderSources,
} from "@genericagent/agent";
import { isGenericAgentError } from "@genericagent/core-loop";
import type { Preset } from "@genericagent/tools";
import { EXIT, type ExitCode } from "./exit-code.js";
import { findLocalServers, type LocalServer } from "./local-servers.js";
import { hasTerminal, readStdin } from "./terminal.js";

export interface StartOptions {
  model?: string;
  cwd?: string;
  permissions?: Preset;
}

/** `ga` without a command: a conversation where a model is at hand, else what leads to one. */
export async function start(options: StartOptions): Promise<ExitCode> {
  const sources = await readSources(options);
  if (await hasModel(options.model, sources)) return withModel(options);
  const servers = await findLocalServers(listProviders(sources));
  if (hasTerminal()) return offerChoices(options, servers);
  const server = servers.find(({ models }) => models.length > 0);
  if (server) return withModel({ ...options, model: `${server.provider.id}/${server.models[0]}` });
  const { tourCommand } = await import("./tour-command.js");
  return tourCommand({});
}

async function readSources({ cwd = process.cwd() }: StartOptions): Promise<ProviderSources> {
  const dataHome = findDataHome({ cwd });
  const [config, credentials] = await Promise.all([loadConfig(dataHome), loadCredentials(dataHome)]);
  return { config, credentials, env: process.env };
}

/** False only when nothing is configured: a wrong configuration is an error to be told. */
async function hasModel(name: string | undefined, sources: ProviderSources): Promise<boolean> {
  try {
    await chooseModel(name, sources);
    return true;
  } catch (error) {
    if (name === undefined && isGenericAgentError(error) && error.code === "no-model") return false;
    throw error;
  }
}

async function withModel(options: StartOptions): Promise<ExitCode> {
  if (hasTerminal()) {
    const { interactive } = await import("./interactive.js");
    return interactive(options);
  }
  const task = await readStdin();
  if (task) {
    const { runOnce } = await import("./run-command.js");
    return runOnce({ ...options, task });
  }
  process.stderr.write('There is no terminal and no task. Give one: ga run "…", or pipe it in.\n');
  return EXIT.badUsage;
}

async function offerChoices(options: StartOptions, servers: LocalServer[]): Promise<ExitCode> {
  const { chooseStart } = await import("./choose-start.js");
  const choice = await chooseStart(servers, findDataHome({ cwd: options.cwd ?? process.cwd() }));
  if (choice.kind === "leave") return EXIT.done;
  if (choice.kind === "model") return withModel({ ...options, model: choice.model });
  const { tourCommand } = await import("./tour-command.js");
  return tourCommand({});
}
