import type { DeepValue, RemoteObject } from "./remote-value.js";

/** A value as plain data: what JSON has no word for is a short description in brackets. */
export function plainValue({
  type,
  subtype,
  className,
  description,
  value,
  unserializableValue,
  deepSerializedValue,
}: RemoteObject): unknown {
  if (type === "undefined") return undefined;
  if (unserializableValue !== undefined) return unserializableValue;
  if (type === "string" || type === "number" || type === "boolean" || subtype === "null") return value;
  if (type === "function") return `[function ${(description ?? "").split("\n", 1)[0]!.slice(0, 80)}]`;
  if (type === "symbol") return `[${description ?? "symbol"}]`;
  if (subtype === "error") return (description ?? "Error").split("\n", 1)[0];
  if (deepSerializedValue) return plainDeep(deepSerializedValue, className);
  return `[${className ?? type}]`;
}

type Pair = [string | DeepValue, DeepValue];

function plainDeep({ type, value }: DeepValue, className?: string): unknown {
  switch (type) {
    case "undefined":
      return "[undefined]";
    case "null":
      return null;
    case "number":
    case "string":
    case "boolean":
      return value;
    case "bigint":
      return `${value}n`;
    case "date":
      return value;
    case "regexp": {
      const { pattern, flags = "" } = value as { pattern: string; flags?: string };
      return `/${pattern}/${flags}`;
    }
    case "array":
    case "set":
    case "nodelist":
    case "htmlcollection":
      return value ? (value as DeepValue[]).map((item) => plainDeep(item)) : deeper(type);
    case "object":
    case "map":
      return value ? plainObject(value as Pair[]) : deeper(className ?? type);
    case "node":
      return describeNode(value as NodeValue);
    default:
      return `[${type}]`;
  }
}

/** An object that was met before, or lies below the depth that is written down. */
const deeper = (type: string): string => `[${type}, seen above or too deep]`;

const plainObject = (pairs: Pair[]): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map(([key, value]) => [typeof key === "string" ? key : String(plainDeep(key)), plainDeep(value)]),
  );

interface NodeValue {
  nodeType: number;
  localName?: string;
  nodeValue?: string;
  childNodeCount?: number;
  attributes?: Record<string, string>;
}

const SHOWN_ATTRIBUTES = ["id", "class", "name", "type", "href", "src", "role", "aria-label"];
const ATTRIBUTE_CHARS = 60;

/** `<a id="x" href="/y"> (3 children)` */
function describeNode(node: NodeValue | undefined): string {
  if (!node) return "[node, too deep]";
  const { nodeType, localName, nodeValue, childNodeCount = 0, attributes = {} } = node;
  if (nodeType === 9) return "[document]";
  if (nodeType === 11) return "[document fragment]";
  if (nodeType !== 1) return `[text ${JSON.stringify((nodeValue ?? "").slice(0, ATTRIBUTE_CHARS))}]`;
  const shown = SHOWN_ATTRIBUTES.flatMap((name) =>
    attributes[name] ? [` ${name}="${attributes[name].slice(0, ATTRIBUTE_CHARS)}"`] : [],
  );
  const children = childNodeCount === 1 ? "1 child" : `${childNodeCount} children`;
  return `<${localName}${shown.join("")}> (${children})`;
}

/** As text: a string as it is, anything else as JSON. */
export function textOfValue(value: unknown): string {
  if (value === undefined) return "undefined";
  return typeof value === "string" ? value : JSON.stringify(value);
}
