import { createContextPolicy } from "@genericagent/context";
import type { Message } from "@genericagent/core-loop";
import type { Session, SessionOptions } from "@genericagent/llm";
import { chooseModel } from "./choose-model.js";
import type { SessionSettings } from "./config.js";
import { type CreateModelSession, modelSessions } from "./create-model-session.js";
import { dataHomePaths } from "./find-data-home.js";
import type { ProviderSources } from "./providers.js";
import { spillToFolder } from "./spill-to-folder.js";
import { defaultLanguage } from "./system-prompt.js";

/** Makes the model's session that goes on from a history. */
export type SessionFactory = (history: readonly Message[]) => Session;

export interface SessionFactoryOptions {
  sources: ProviderSources;
  dataHome: string;
  /** `provider/model`; see `chooseModel` for the default. */
  model?: string | undefined;
  /** Over what the config says about the provider's sessions. */
  settings?: SessionSettings | undefined;
  /** Real tokens for each estimated one, as learnt so far. */
  ratio?: number | undefined;
}

/** The configured model with its fallbacks behind it, inside a context budget. */
export async function sessionFactory(options: SessionFactoryOptions): Promise<SessionFactory> {
  const { sources, dataHome, model, settings = {}, ratio } = options;
  const names = [model, ...(sources.config.fallbacks ?? [])];
  const choices = (await Promise.all(names.map((name) => chooseModel(name, sources)))).map((choice) => ({
    ...choice,
    provider: { ...choice.provider, options: { ...choice.provider.options, ...settings } },
  }));
  const [first] = choices;
  const policy = () =>
    createContextPolicy({
      model: first!.model,
      ...(ratio !== undefined && { ratio }),
      spill: spillToFolder(dataHomePaths(dataHome).spill),
      ...(sources.config.contextTokens && { budget: sources.config.contextTokens }),
    });
  const create = await withFailover(await Promise.all(choices.map(modelSessions)));
  // Every model writes text: where one of them knows nothing else, all are asked in it.
  if (choices.every(({ provider }) => provider.tools === "native"))
    return (history) => create({ history, context: policy() });
  const language = sources.config.language ?? defaultLanguage(sources.env);
  const { TextSession } = await import("./text-session.js");
  return (history) => new TextSession(create({ history }), { language, context: policy() });
}

async function withFailover(models: readonly CreateModelSession[]): Promise<CreateModelSession> {
  const [first] = models;
  if (first && models.length === 1) return first;
  const { MixinSession } = await import("@genericagent/llm");
  return (parts: Pick<SessionOptions, "history" | "context">) =>
    new MixinSession(
      models.map((create) => create({})),
      parts,
    );
}
