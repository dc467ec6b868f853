import { InvalidArgumentError } from "commander";
import { printable } from "./printable.js";

/** The value as one line of JSON, or its lines for a reader. */
export function print(json: boolean | undefined, value: unknown, lines: () => readonly string[]): void {
  const text = json ? JSON.stringify(value) : lines().map(printable).join("\n");
  process.stdout.write(`${text}\n`);
}

/** What an action changed in the view. */
export const printChanges = (json: boolean | undefined, view: { changes: string[]; text: string }): void =>
  print(json, { changes: view.changes, tree: view.text }, () =>
    view.changes.length > 0 ? view.changes : ["Nothing changed in the tree."],
  );

export function numbers(count: number, what: string): (value: string) => number[] {
  return (value) => {
    const parts = value.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
    if (parts.length === count && parts.every(Number.isFinite)) return parts;
    throw new InvalidArgumentError(`It must be ${what}.`);
  };
}

export function oneNumber(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && Number.isFinite(number)) return number;
  throw new InvalidArgumentError("It must be a number.");
}

export const pointOf = ([x, y]: number[]): { x: number; y: number } => ({ x: x!, y: y! });
export const parsePoint = numbers(2, "x,y");
export const parseRegion = numbers(4, "x,y,width,height");
