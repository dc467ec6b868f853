import { isControl, type Part } from "./line.js";
import type { Run } from "./run.js";

/** The cells of a row with a sign between them, without the empty ones at its end. Brackets alone part controls. */
export function rowOf(cells: readonly Run[]): Part[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1]!.parts.length === 0) end--;
  const separator = hasOneControlEach(cells, end) ? " " : " | ";
  const parts: Part[] = [];
  for (let index = 0; index < end; index++) {
    if (index > 0) parts.push(separator);
    for (const part of cells[index]!.parts) parts.push(part);
  }
  return parts;
}

function hasOneControlEach(cells: readonly Run[], end: number): boolean {
  for (let index = 0; index < end; index++) {
    const { parts } = cells[index]!;
    if (parts.length !== 1 || !isControl(parts[0]!)) return false;
  }
  return true;
}
