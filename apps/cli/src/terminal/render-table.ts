import pc from "picocolors";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";

/** A column narrower than this says little: the rows are listed instead. */
const MIN_WIDTH = 8;
const GAP = 3;

export interface TableText {
  /** The head first; each cell with its colours. */
  rows: readonly (readonly string[])[];
  /** Columns whose cells stand at the right. */
  right: readonly boolean[];
}

/** A table as lines of a terminal. Nothing of a cell is left out: one that is too long takes several lines. */
export function renderTable({ rows, right }: TableText, width: number): string[] {
  const [head = []] = rows;
  const natural = head.map((_, column) => Math.max(...rows.map((row) => widest(row[column] ?? ""))));
  const fitted = shareWidth(natural, width - GAP * (head.length - 1));
  if (!fitted) return listed(rows, width);
  const lines = rows.map((row) => rowLines(row, fitted, right));
  const rule = pc.dim(fitted.map((size) => "─".repeat(size)).join("─┼─"));
  return [...lines[0]!.map(pc.bold), rule, ...lines.slice(1).flat()];
}

/** Narrow columns keep their width, wide ones share the rest; `undefined` where that would be too little. */
function shareWidth(natural: readonly number[], total: number): number[] | undefined {
  const fair = (most: number) => natural.reduce((sum, size) => sum + Math.min(size, most), 0);
  let most = Math.max(...natural);
  while (fair(most) > total) most--;
  return most >= Math.min(MIN_WIDTH, Math.max(...natural))
    ? natural.map((size) => Math.min(size, most))
    : undefined;
}

function rowLines(row: readonly string[], sizes: readonly number[], right: readonly boolean[]): string[] {
  const cells = sizes.map((size, column) => wrapped(row[column] ?? "", size));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, column) => padded(lines[line] ?? "", sizes[column]!, right[column] ?? false))
      .join(pc.dim(" │ "))
      .trimEnd(),
  );
}

/** One cell a line, behind its column's name. */
function listed([head = [], ...rows]: TableText["rows"], width: number): string[] {
  return rows.flatMap((row) =>
    head.flatMap((name, column) =>
      wrapped(`${pc.bold(name)}: ${row[column] ?? ""}`, Math.max(8, width - 2)).map(
        (line, at) => `${column === 0 && at === 0 ? "•" : " "} ${line}`,
      ),
    ),
  );
}

const widest = (cell: string): number => Math.max(1, ...cell.split("\n").map((line) => stringWidth(line)));

const wrapped = (cell: string, size: number): string[] =>
  wrapAnsi(cell, size, { hard: true })
    .split("\n")
    .map((line) => line.trimEnd());

function padded(text: string, size: number, right: boolean): string {
  const space = " ".repeat(Math.max(0, size - stringWidth(text)));
  return right ? space + text : text + space;
}
