import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { Config } from "./config.js";

const text = z.string().check(z.minLength(1));
const count = z.int().check(z.positive());

const provider = z.strictObject({
  wire: z.optional(z.enum(["anthropic", "openai-chat", "openai-responses"])),
  baseUrl: z.optional(z.url()),
  apiKeyEnv: z.optional(text),
  defaultModel: z.optional(text),
  headers: z.optional(z.record(z.string(), z.string())),
  maxOutputTokens: z.optional(count),
  idleTimeoutMs: z.optional(count),
});

/** One source for the check at run time and for the published JSON Schema (`write-schema.mjs`). */
export const configSchema = z.strictObject({
  $schema: z.optional(z.string()),
  model: z.optional(text),
  maxTurns: z.optional(count),
  contextTokens: z.optional(count),
  language: z.optional(z.enum(["en", "zh"])),
  providers: z.optional(z.record(z.string(), provider)),
}) as z.ZodMiniType<Config>;

z.config(en());
