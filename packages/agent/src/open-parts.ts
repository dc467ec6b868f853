import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Message } from "@genericagent/core-loop";
import type { Session } from "@genericagent/llm";
import type { Memory, OutsideChange } from "@genericagent/memory";
import { childEnvironment, createTools, noSandbox, type ToolPorts } from "@genericagent/tools";
import { AgentError } from "./agent-error.js";
import type { AgentBrowser } from "./browser/agent-browser.js";
import type { BrowserConfig } from "./browser/browser-config.js";
import { findAgentBrowser } from "./browser/find-agent-browser.js";
import { type Config, loadConfig, type SessionSettings } from "./config.js";
import { Conversation } from "./conversation.js";
import { loadCredentials } from "./credentials.js";
import { FileImages } from "./file-images.js";
import { dataHomePaths, findDataHome } from "./find-data-home.js";
import { gatherSecrets } from "./gather-secrets.js";
import { Journal, newSessionId, readJournal } from "./journal.js";
import type { RunSkills } from "./memory/run-skills.js";
import { openPermissions, type PermissionOptions } from "./open-permissions.js";
import type { ProviderSources } from "./providers.js";
import { type SessionFactory, sessionFactory } from "./session-factory.js";
import { SwitchableClient } from "./switchable-client.js";
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
  /**
   * `false`: the memory is not in the prompt, no skill is offered or recalled, nothing is learnt. Its folder stays
   * guarded. Default true.
   */
  memory?: boolean;
  /** The browser of the web tools, in place of the config's. `{ mode: "off" }`: none. */
  browser?: BrowserConfig;
  env?: NodeJS.ProcessEnv;
  /** How the model answers, over what the config says about its provider. */
  sessionSettings?: SessionSettings;
  /** Makes the session in place of the configured model, for example to replay a cassette. */
  createSession?: (history: readonly Message[], model?: string) => Session;
}

/** Everything a run works with. */
export interface AgentParts {
  id: string;
  cwd: string;
  dataHome: string;
  config: Config;
  /** `provider/model` */
  model: string;
  client: SwitchableClient;
  tools: ReturnType<typeof createTools>;
  /** Opened by the first web call. */
  browser?: AgentBrowser;
  system: string;
  memory: Memory;
  /** What was changed in the memory behind its door since it was last open; to be told once. */
  outside: OutsideChange[];
  conversation: Conversation;
  journal: Journal;
  /** Files as the tools found them. */
  images: FileImages;
  sources: ProviderSources;
  runSkills: RunSkills;
  /** Whether this agent uses its memory. */
  remembers: boolean;
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
  const makeSession = await openFactory(options, { sources, dataHome, conversation });
  const session = makeSession(conversation.history);
  const secrets = gatherSecrets(sources);
  const permissions = await openPermissions(options, config, dataHome);
  const id = options.resume ?? newSessionId();
  const model = `${session.provider}/${session.model}`;
  const at = conversation.header?.at ?? new Date().toISOString();
  const journal = await Journal.open(dataHome, id, secrets.mask);
  if (!conversation.header) await start(journal, conversation, { id, at, cwd, model });

  const language = config.language ?? defaultLanguage(env);
  const { openRunMemory } = await import("./memory/open-run-memory.js");
  const { memory, outside, runSkills, ports } = await openRunMemory({
    ...{ dataHome, session: id, language, journal },
    mask: secrets.mask,
  }).catch(async (error) => {
    await journal.close();
    throw error;
  });
  const { memory: remembers = true } = options;
  const shared = {
    env: childEnvironment(env, secrets.usable),
    secretMask: secrets.mask,
    masked: [dataHomePaths(dataHome).credentials],
  };
  const browser = await findAgentBrowser({ config: options.browser ?? config.browser, dataHome, env, cwd });
  const tools = createTools({
    ...{ cwd, ...shared },
    ...(remembers ? ports : { memory: ports.memory }),
    ...(browser && { browser }),
    spillDir: dataHomePaths(dataHome).spill,
    backgroundDir: dataHomePaths(dataHome).background,
    ...(config.sandbox === "none" && { sandbox: noSandbox }),
    workingMemory: { ...conversation.memory, summaries: [...conversation.memory.summaries] },
    permissions,
    markUntrusted: true,
    ...(options.askUser && { askUser: options.askUser }),
  });
  const { askPermission: _, ...unasked } = permissions;
  return {
    ...{
      id,
      cwd,
      dataHome,
      config,
      model,
      conversation,
      journal,
      tools,
      sources,
      memory,
      outside,
      runSkills,
    },
    remembers,
    recall: options.recall ?? config.recall ?? "auto",
    learning: config.learning ?? "auto",
    gatePorts: { ...shared, permissions: unasked },
    ...(browser && { browser }),
    client: new SwitchableClient(session),
    images: new FileImages(dataHomePaths(dataHome).images),
    system: systemPrompt({
      ...{ language, cwd, platform: process.platform, date: at.slice(0, 10) },
      secrets: Object.keys(secrets.usable),
      ...(remembers && { memory: await memory.promptIndex() }),
    }),
  };
}

async function checkFolder(cwd: string): Promise<void> {
  const found = await stat(cwd).catch(() => undefined);
  if (found?.isDirectory()) return;
  const why = found ? "it is no folder" : "it does not exist";
  throw new AgentError("invalid-options", `Cannot work in ${cwd}: ${why}. Choose another with --cwd.`);
}

/** What makes sessions by these options: at the start, and again when the model or its settings change. */
export async function openFactory(
  { createSession, model, sessionSettings }: AgentOptions,
  { sources, dataHome, conversation }: Pick<AgentParts, "sources" | "dataHome" | "conversation">,
): Promise<SessionFactory> {
  if (createSession) return (history) => createSession(history, model);
  const ratio = conversation.ledgers.at(-1)?.ratio;
  return sessionFactory({ sources, dataHome, model, settings: sessionSettings, ratio });
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
