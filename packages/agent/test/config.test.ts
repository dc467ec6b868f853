import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig, loadCredentials, saveCredential } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const configured = (text: string): string => {
  const dir = tempDir();
  writeFileSync(join(dir, "config.json"), text);
  return dir;
};

describe("loadConfig", () => {
  it("is empty where there is no file", async () => {
    expect(await loadConfig(tempDir())).toEqual({});
  });

  it("reads a whole config, with a BOM in front as well", async () => {
    const config = {
      $schema: "x",
      model: "mine/large",
      maxTurns: 5,
      language: "zh",
      browser: {
        mode: "attach",
        endpoint: "http://127.0.0.1:9222",
        headless: false,
        profile: "p",
        path: "/b",
      },
      providers: {
        mine: {
          wire: "openai-chat",
          baseUrl: "http://127.0.0.1:9/v1",
          apiKeyEnv: "MINE",
          maxRetries: 0,
          tools: "text",
        },
        anthropic: { thinking: { budgetTokens: 2000 }, effort: "high", serviceTier: "standard_only" },
        deepseek: { thinking: "off", temperature: 0.5, parallelToolCalls: false, quirks: { images: true } },
      },
    };
    expect(await loadConfig(configured(`\uFEFF${JSON.stringify(config)}`))).toEqual(config);
  });

  it.each([
    ["{", /is not valid JSON/],
    ['{"modle":"a/b"}', /not valid at the top level.*modle/],
    ['{"browser":{"mode":"remote"}}', /not valid at "browser.mode".*launch/],
    ['{"maxTurns":0}', /not valid at "maxTurns"/],
    ['{"providers":{"p":{"wire":"soap"}}}', /not valid at "providers.p.wire".*anthropic/],
    ['{"providers":{"p":{"baseUrl":"localhost"}}}', /not valid at "providers.p.baseUrl"/],
    ['{"providers":{"p":{"thinking":"deep"}}}', /not valid at "providers.p.thinking"/],
    ['{"providers":{"p":{"temperature":3}}}', /not valid at "providers.p.temperature"/],
    ['{"providers":{"p":{"quirks":{"image":true}}}}', /not valid at "providers.p.quirks".*image/],
    ['{"providers":{"p":{"tools":"none"}}}', /not valid at "providers.p.tools".*native/],
    ["[]", /not valid at the top level/],
  ])("says what is wrong with %s", async (text, message) => {
    const dir = configured(text);
    await expect(loadConfig(dir)).rejects.toMatchObject({
      code: "invalid-config",
      message: expect.stringMatching(message),
    });
    await expect(loadConfig(dir)).rejects.toThrow(join(dir, "config.json"));
  });
});

describe("credentials", () => {
  it("are kept for the owner's eyes only and merged", async () => {
    const dir = tempDir();
    await saveCredential(dir, "anthropic", "key-a");
    const file = await saveCredential(dir, "openai", "key-b");
    expect(await loadCredentials(dir)).toEqual({ anthropic: "key-a", openai: "key-b" });
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("are refused when others may read them, and when they are no object of strings", async () => {
    const dir = tempDir();
    const file = await saveCredential(dir, "openai", "key-b");
    if (process.platform !== "win32") {
      chmodSync(file, 0o644);
      await expect(loadCredentials(dir)).rejects.toThrow(/chmod 600/);
      chmodSync(file, 0o600);
    }
    writeFileSync(file, '{"openai": 4}');
    await expect(saveCredential(dir, "x", "y")).rejects.toMatchObject({ code: "invalid-credentials" });
    expect(readFileSync(file, "utf8")).toBe('{"openai": 4}');
  });
});
