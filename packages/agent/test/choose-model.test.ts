import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { userMessage } from "@genericagent/core-loop";
import { startModelServer } from "@genericagent/llm/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { modelSessions } from "../src/create-model-session.js";
import { chooseModel, type ProviderSources } from "../src/index.js";

const sources = (changes: Partial<ProviderSources> = {}): ProviderSources => ({
  config: {},
  credentials: {},
  env: {},
  ...changes,
});

const choose = async (name: string | undefined, changes: Partial<ProviderSources> = {}) => {
  const { provider, model } = await chooseModel(name, sources(changes));
  return { name: `${provider.id}/${model}`, baseUrl: provider.baseUrl, apiKey: provider.apiKey };
};

async function modelServer(body: string, status = 200): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

describe("chooseModel", () => {
  it("takes the name, then the config, then the first provider with a key", async () => {
    const env = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "o" };
    expect(await choose("openai/gpt-x", { env })).toMatchObject({ name: "openai/gpt-x", apiKey: "o" });
    expect(await choose(undefined, { env, config: { model: "openai/gpt-y" } })).toMatchObject({
      name: "openai/gpt-y",
    });
    expect((await choose(undefined, { env })).name).toMatch(/^anthropic\//);
    expect((await choose(undefined, { env: { OPENAI_API_KEY: "o" } })).name).toMatch(/^openai\//);
  });

  it("keeps slashes in model names and takes a provider alone", async () => {
    const env = { OPENAI_API_KEY: "o" };
    expect((await choose("openai/org/model:free", { env })).name).toBe("openai/org/model:free");
    expect((await choose("openai", { env })).name).toMatch(/^openai\/.+/);
  });

  it("uses the address of the environment, the key of the credentials and providers of the config", async () => {
    expect(
      await choose("anthropic/m", {
        env: { ANTHROPIC_BASE_URL: "http://127.0.0.1:9" },
        credentials: { anthropic: "saved" },
      }),
    ).toEqual({ name: "anthropic/m", baseUrl: "http://127.0.0.1:9", apiKey: "saved" });
    const config = { providers: { mine: { baseUrl: "http://127.0.0.1:8/v1", apiKeyEnv: "MY_KEY" } } };
    expect(await choose("mine/m", { config, env: { MY_KEY: "k" } })).toMatchObject({ apiKey: "k" });
  });

  it("knows the providers of the presets, and lets the config change what their sessions are told", async () => {
    const config = {
      providers: { kimi: { effort: "low" as const, quirks: { images: false } }, gemini: { temperature: 1 } },
    };
    const env = { MOONSHOT_API_KEY: "k", GEMINI_API_KEY: "g" };
    const { provider, model } = await chooseModel("kimi", sources({ config, env }));
    expect(provider).toMatchObject({ wire: "openai-chat", apiKey: "k", local: false, status: "ready" });
    expect(provider.options).toEqual({
      effort: "low",
      quirks: { outputLimitField: "max_completion_tokens", thinkingField: "thinking", images: false },
    });
    expect(model).toBe(provider.defaultModel);
    expect((await chooseModel("gemini/m", sources({ config, env }))).provider.options).toEqual({
      temperature: 1,
    });
    await expect(choose("deepseek/m")).rejects.toThrow("DEEPSEEK_API_KEY is not set");
  });

  it("tells the sessions what the config says", { timeout: 30_000 }, async () => {
    const server = await startModelServer({ script: [{ text: "ok" }] });
    onTestFinished(() => server.close());
    const config = {
      providers: {
        mine: { baseUrl: server.baseUrl("openai-chat"), effort: "low" as const, maxOutputTokens: 9 },
      },
    };
    const create = await modelSessions(await chooseModel("mine/m", sources({ config })));
    const session = create({});
    for await (const _ of session.ask(userMessage("Hi"), { system: "", tools: [] }));
    expect(server.requests[0]?.body).toMatchObject({ reasoning_effort: "low", max_tokens: 9 });
  });

  it("asks a server of the user's own which models it has", async () => {
    const baseUrl = await modelServer('{"data":[{"id":"first"},{"id":"second"}]}');
    expect((await choose("openai", { env: { OPENAI_API_KEY: "o", OPENAI_BASE_URL: baseUrl } })).name).toBe(
      "openai/first",
    );
  });

  it.each([
    ["<html>", 200, /did not list its models/],
    ["{}", 500, /did not list its models: status 500/],
    ['{"data":[]}', 200, /lists no model/],
  ])("says so when that server answers %s with %i", async (body, status, message) => {
    const env = { OPENAI_API_KEY: "o", OPENAI_BASE_URL: await modelServer(body, status) };
    await expect(choose("openai", { env })).rejects.toMatchObject({
      code: "no-model",
      message: expect.stringMatching(message),
    });
  });

  it.each([
    [undefined, "no-model", /ANTHROPIC_API_KEY/],
    ["gtp/4", "unknown-provider", /unknown provider "gtp".*anthropic, openai/],
    ["openai/gpt-x", "missing-key", /OPENAI_API_KEY is not set/],
    ["ollama/", "no-model", /names no model/],
    ["toString/x", "unknown-provider", /toString/],
  ])("refuses %s as %s", async (name, code, message) => {
    await expect(choose(name)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});
