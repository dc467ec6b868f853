import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { createContextPolicy } from "@genericagent/context";
import type { ChatClient, Message } from "@genericagent/core-loop";
import { MixinSession, NativeToolClient, type Session } from "@genericagent/llm";
import type { Memory, OutsideChange } from "@genericagent/memory";
import { childEnvironment, createTools, noSandbox, type ToolPorts } from "@genericagent/tools";
import { AgentError } from "./agent-error.js";
import { chooseModel } from "./choose-model.js";
import { type Config, loadConfig } from "./config.js";
import { Conversation } from "./conversation.js";
import { createModelSession } from "./create-model-session.js";
import { loadCredentials } from "./credentials.js";
import { dataHomePaths, findDataHome } from "./find-data-home.js";
import { gatherSecrets } from "./gather-secrets.js";
import { Journal, newSessionId, readJournal } from "./journal.js";
import type { RunSkills } from "./memory/run-skills.js";
import { openPermissions, type PermissionOptions } from "./open-permissions.js";
import type { ProviderSources } from "./providers.js";
import { spillToFolder } from "./spill-to-folder.js";
import { defaultLanguage, systemPrompt } from "./system-prompt.js";

export interface AgentOptions extends PermissionOptions {
  /** `provider/model`; see `chooseModel` for the default. */
  model?: string;
  /** The folder the tools work in. Default: that of the resumed session, else the process's. */
  cwd?: string;
  /** Default: see `findDataHome`. */
  dataHome?: string;
  /** Id of a journalled session to continue. */
  resume?: string;
  /** Answers the agent's questions; without it a question ends the run as `exited`. */
  askUser?: ToolPorts["askUser"];
  /** Whether a code skill may do a task without a model. Default: the config's `recall`, else `auto`. */
  recall?: Config["recall"];
  env?: NodeJS.ProcessEnv;
  /** Makes the session in place of the configured model, for example to replay a cassette. */
  createSession?: (history: readonly Message[]) => Session;
}

/** Everything a run works with. */
export interface AgentParts {
  id: string;
  cwd: string;
  dataHome: string;
  config: Config;
  /** `provider/model` */
  model: string;
  client: ChatClient;
  tools: ReturnType<typeof createTools>;
  system: string;
  memory: Memory;
  /** What was changed in the memory behind its door since it was last open; to be told once. */
  outside: OutsideChange[];
  conversation: Conversation;
  journal: Journal;
  runSkills: RunSkills;
  recall: NonNullable<Config["recall"]>;
  learning: NonNullable<Config["learning"]>;
  /** What a skill is tried with before it is promoted. Nobody is asked then. */
  gatePorts: Pick<ToolPorts, "env" | "permissions" | "masked" | "secretMask">;
}

/** Opens what a run needs, the journal last: a wrong option or a missing key leaves no trace on the disk. */
export async function openParts(options: AgentOptions): Promise<AgentParts> {
  const env = options.env ?? process.env;
  const startDir = resolve(options.cwd ?? process.cwd());
  const dataHome = options.dataHome ?? findDataHome({ cwd: startDir, env });
  const config = await loadConfig(dataHome);
  const conversation = options.resume
    ? (await readJournal(dataHome, options.resume)).conversation
    : new Conversation();
  const cwd = options.cwd ? startDir : (conversation.header?.cwd ?? startDir);
  await checkFolder(cwd);

  const credentials = await loadCredentials(dataHome);
  const sources = { config, credentials, env };
  const session = await openSession(options, sources, dataHome, conversation);
  const secrets = gatherSecrets(sources);
  const permissions = await openPermissions(options, config, dataHome);
  const id = options.resume ?? newSessionId();
  const model = `${session.provider}/${session.model}`;
  const at = conversation.header?.at ?? new Date().toISOString();
  const journal = await Journal.open(dataHome, id, secrets.mask);
  if (!conversation.header) await start(journal, conversation, { id, at, cwd, model });

  const language = config.language ?? defaultLanguage(env);
  const { openAgentMemory, memoryPort } = await import("./memory/agent-memory.js");
  const outside: OutsideChange[] = [];
  const onOutside = (changes: readonly OutsideChange[]) => void outside.push(...changes);
  const memory = await openAgentMemory({ dataHome, language, mask: secrets.mask, onOutside }).catch(
    async (error) => {
      await journal.close();
      throw error;
    },
  );
  const { createRunSkills } = await import("./memory/run-skills.js");
  const runSkills = createRunSkills({ memory, dataHome, session: id, language, mask: secrets.mask });
  const shared = {
    env: childEnvironment(env, secrets.usable),
    secretMask: secrets.mask,
    masked: [dataHomePaths(dataHome).credentials],
  };
  const tools = createTools({
    ...{ cwd, ...shared, ...runSkills.ports },
    memory: memoryPort(memory, { dataHome, session: id }),
    spillDir: dataHomePaths(dataHome).spill,
    backgroundDir: dataHomePaths(dataHome).background,
    ...(config.sandbox === "none" && { sandbox: noSandbox }),
    workingMemory: { ...conversation.memory },
    permissions,
    markUntrusted: true,
    ...(options.askUser && { askUser: options.askUser }),
  });
  const { askPermission: _, ...unasked } = permissions;
  return {
    ...{ id, cwd, dataHome, config, model, conversation, journal, tools, memory, outside, runSkills },
    recall: options.recall ?? config.recall ?? "auto",
    learning: config.learning ?? "auto",
    gatePorts: { ...shared, permissions: unasked },
    client: new NativeToolClient(session),
    system: systemPrompt({
      ...{ language, cwd, platform: process.platform, date: at.slice(0, 10) },
      secrets: Object.keys(secrets.usable),
      memory: await memory.promptIndex(),
    }),
  };
}

async function checkFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  const why = found ? "it is no folder" : "it does not exist";
  throw new AgentError("invalid-options", `Cannot work in ${cwd}: ${why}. Choose another with --cwd.`);
}

async function openSession(
  { createSession, model }: AgentOptions,
  sources: ProviderSources,
  dataHome: string,
  { history, ledgers }: Conversation,
): Promise<Session> {
  if (createSession) return createSession(history);
  const choice = await chooseModel(model, sources);
  const names = sources.config.fallbacks ?? [];
  const fallbacks = await Promise.all(names.map((name) => chooseModel(name, sources)));
  const ratio = ledgers.at(-1)?.ratio;
  const context = createContextPolicy({
    model: choice.model,
    ...(ratio !== undefined && { ratio }),
    spill: spillToFolder(dataHomePaths(dataHome).spill),
    ...(sources.config.contextTokens && { budget: sources.config.contextTokens }),
  });
  if (fallbacks.length === 0) return createModelSession(choice, { history, context });
  const sessions = [choice, ...fallbacks].map((each) => createModelSession(each, {}));
  return new MixinSession(sessions, { history, context });
}

async function start(
  journal: Journal,
  conversation: Conversation,
  header: { id: string; at: string; cwd: string; model: string },
): Promise<void> {
  const entry = { type: "session", version: 1, ...header } as const;
  await journal.append(entry);
  conversation.apply(entry);
}
