import type { JsonObject } from "./message.js";

interface PropertySchema {
  type?: string | string[];
  enum?: unknown[];
}

/**
 * Says what is wrong with a call's arguments: missing ones, wrong JSON types, values outside an `enum`. Only the
 * top level of the schema is read; unknown arguments are let through.
 */
export function checkArgs(schema: JsonObject, args: JsonObject): string | undefined {
  const properties = (schema.properties ?? {}) as Record<string, PropertySchema>;
  for (const name of (schema.required ?? []) as string[])
    if (args[name] === undefined)
      return `argument "${name}" is missing. Arguments: ${Object.keys(properties).join(", ")}.`;

  for (const [name, value] of Object.entries(args)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property || value === undefined) continue;
    if (property.type && ![property.type].flat().some((type) => isOfType(value, type)))
      return `argument "${name}" must be of type ${[property.type].flat().join(" or ")}, not ${typeName(value)}.`;
    if (property.enum && !property.enum.includes(value))
      return `argument "${name}" must be one of ${property.enum.join(", ")}.`;
  }
  return undefined;
}

const typeName = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

const isOfType = (value: unknown, type: string): boolean =>
  type === "integer" ? Number.isInteger(value) : type === typeName(value);
