import { ACTION_KINDS, type PermissionRule, PRESET_NAMES } from "@genericagent/tools";
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";
import type { Config } from "./config.js";

const text = z.string().check(z.minLength(1));
const count = z.int().check(z.positive());

/** How a model answers: what a provider's entry and `/session.key=value` may say. */
export const sessionSettingsSchema = z.strictObject({
  headers: z.optional(z.record(z.string(), z.string())),
  maxOutputTokens: z.optional(count),
  idleTimeoutMs: z.optional(count),
  maxRetries: z.optional(z.int().check(z.nonnegative())),
  thinking: z.optional(
    z.union([z.enum(["adaptive", "between-tools", "off"]), z.strictObject({ budgetTokens: count })]),
  ),
  effort: z.optional(z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"])),
  temperature: z.optional(z.number().check(z.minimum(0), z.maximum(2))),
  serviceTier: z.optional(text),
  parallelToolCalls: z.optional(z.boolean()),
  quirks: z.optional(
    z.strictObject({
      outputLimitField: z.optional(z.enum(["max_tokens", "max_completion_tokens"])),
      thinkingField: z.optional(z.enum(["reasoning_effort", "thinking", "enable_thinking", "reasoning"])),
      images: z.optional(z.boolean()),
    }),
  ),
});

const provider = z.strictObject({
  wire: z.optional(z.enum(["anthropic", "openai-chat", "openai-responses"])),
  baseUrl: z.optional(z.url()),
  apiKeyEnv: z.optional(text),
  defaultModel: z.optional(text),
  tools: z.optional(z.enum(["native", "text"])),
  ...sessionSettingsSchema.def.shape,
});

const action = z.enum(ACTION_KINDS);
const oneOrMore = z.union([text, z.array(text)]);

const rule = z.strictObject({
  decision: z.enum(["allow", "ask", "deny"]),
  action: z.optional(z.union([action, z.array(action)])),
  tool: z.optional(oneOrMore),
  match: z.optional(oneOrMore),
  sandboxed: z.optional(z.boolean()),
  danger: z.optional(z.boolean()),
  workspace: z.optional(text),
});

/** `permissions.json` in the data home. */
export const rulesSchema = z.array(rule) as unknown as z.ZodMiniType<PermissionRule[]>;

const preset = z.enum(PRESET_NAMES);

const browser = z.strictObject({
  mode: z.optional(z.enum(["launch", "attach", "bridge", "off"])),
  endpoint: z.optional(text),
  path: z.optional(text),
  headless: z.optional(z.boolean()),
  profile: z.optional(text),
});

/** One source for the check at run time and for the published JSON Schema (`write-schema.mjs`). */
export const configSchema = z.strictObject({
  $schema: z.optional(z.string()),
  model: z.optional(text),
  fallbacks: z.optional(z.array(text)),
  maxTurns: z.optional(count),
  sandbox: z.optional(z.enum(["strongest", "none"])),
  contextTokens: z.optional(count),
  language: z.optional(z.enum(["en", "zh"])),
  providers: z.optional(z.record(z.string(), provider)),
  permissions: z.optional(
    z.union([preset, z.strictObject({ preset: z.optional(preset), rules: z.optional(z.array(rule)) })]),
  ),
  recall: z.optional(z.enum(["auto", "ask", "off"])),
  learning: z.optional(z.enum(["auto", "off"])),
  browser: z.optional(browser),
  secrets: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z_]\w*$/)))),
}) as z.ZodMiniType<Config>;

z.config(en());
