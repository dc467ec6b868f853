import { isCancel, log, password, select } from "@clack/prompts";
import { saveCredential } from "@genericagent/agent";
import type { LocalServer } from "./local-servers.js";

export type StartChoice = { kind: "model"; model: string } | { kind: "tour" } | { kind: "leave" };

/** Asks a newcomer without a key how to begin. A pasted key is saved for the owner's eyes only. */
export async function chooseStart(servers: LocalServer[], dataHome: string): Promise<StartChoice> {
  const local = servers.flatMap(({ provider, models }) =>
    models.slice(0, 5).map((model) => ({
      value: `${provider.id}/${model}`,
      label: `Use ${provider.id}: ${model}`,
      hint: provider.baseUrl,
    })),
  );
  const none =
    servers.length === 0 ? "no local server answers: Ollama, LM Studio and llama.cpp were tried" : "";
  const choice = await select({
    message: "No model is configured yet. How do you want to begin?",
    options: [
      ...local,
      { value: "tour", label: "Take the tour", hint: "a recording with real tools; needs no model" },
      { value: "key", label: "Paste an API key", ...(none && { hint: none }) },
    ],
  });
  if (isCancel(choice)) return { kind: "leave" };
  if (choice === "tour") return { kind: "tour" };
  return choice === "key" ? pasteKey(dataHome) : { kind: "model", model: choice };
}

async function pasteKey(dataHome: string): Promise<StartChoice> {
  const provider = await select({
    message: "Whose key is it?",
    options: [
      { value: "anthropic", label: "Anthropic" },
      { value: "openai", label: "OpenAI" },
    ],
  });
  if (isCancel(provider)) return { kind: "leave" };
  const key = await password({
    message: "Paste it here",
    validate: (value) => (value?.trim() ? undefined : "The key is empty."),
  });
  if (isCancel(key)) return { kind: "leave" };
  log.success(`Saved in ${await saveCredential(dataHome, provider, key.trim())}`);
  return { kind: "model", model: provider };
}
