import type { JsonObject } from "@genericagent/core-loop";

/** Beside the arguments rather than in them: what a model sends can never set a variable. */
const environments = new WeakMap<JsonObject, Readonly<Record<string, string>>>();

export function withEnvironment(args: JsonObject, env: Readonly<Record<string, string>>): JsonObject {
  environments.set(args, env);
  return args;
}

export const extraEnvironment = (args: JsonObject): Readonly<Record<string, string>> =>
  environments.get(args) ?? {};
