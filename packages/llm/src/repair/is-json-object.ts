import type { JsonObject } from "@genericagent/core-loop";
import { isFields } from "./repair-content.js";
import { isWellFormed } from "./well-formed.js";

/** Beyond these a value is cyclic, or nothing that a model wrote. */
const MAX_DEPTH = 100;
const MAX_NODES = 1_000_000;

/** An object that is JSON through and through, with whole characters, so that it is sent as it is. */
export function isJsonObject(value: unknown): value is JsonObject {
  let nodes = 0;
  const isJson = (node: unknown, depth: number): boolean => {
    if (typeof node === "string") return isWellFormed(node);
    if (typeof node === "number") return Number.isFinite(node);
    if (typeof node === "boolean" || node === null) return true;
    if (typeof node !== "object" || depth > MAX_DEPTH || ++nodes > MAX_NODES) return false;
    if (typeof (node as { toJSON?: unknown }).toJSON === "function") return false;
    if (Array.isArray(node)) return node.every((item) => isJson(item, depth + 1));
    for (const key of Object.keys(node))
      if (!isWellFormed(key) || !isJson((node as JsonObject)[key], depth + 1)) return false;
    return true;
  };
  return isFields(value) && isJson(value, 0);
}
