import { createHash } from "node:crypto";

const SEALED = /^(.*),"sum":"([0-9a-f]{16})"\}$/s;

/**
 * A line of the host's own records: JSON that ends with a sum of itself. It tells a line that was edited or added by
 * something else, such as a command of the model, from one that the host wrote. It keeps no secret: who computes the
 * sum on purpose can write such a line.
 */
export function sealedLine(entry: object): string {
  const body = JSON.stringify(entry);
  return `${body.slice(0, -1)},"sum":"${sumOf(body)}"}`;
}

/** `undefined` where its sum is not that of what it says; a line without a sum is what it says. */
export function unsealed(line: string): { value: unknown; isSealed: boolean } | undefined {
  const match = SEALED.exec(line);
  if (match && sumOf(`${match[1]}}`) !== match[2]) return undefined;
  try {
    return { value: JSON.parse(match ? `${match[1]}}` : line), isSealed: Boolean(match) };
  } catch {
    return undefined;
  }
}

/** Reads records in order. Before sums were written lines had none; after the first that has one, all must. */
export class SealedReader {
  #wasSealed = false;

  /** `undefined` for a line that is not to be believed. */
  read(line: string): unknown {
    const found = unsealed(line);
    if (!found || (this.#wasSealed && !found.isSealed)) return undefined;
    this.#wasSealed ||= found.isSealed;
    return found.value;
  }
}

const sumOf = (body: string): string => createHash("sha256").update(body).digest("hex").slice(0, 16);
