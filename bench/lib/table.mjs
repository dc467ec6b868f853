/** Prints rows of strings under their headings: columns of numbers to the right, all others to the left. */
export function table(title, headings, rows) {
  const lines = [headings, ...rows].map((row) => row.map(String));
  const columns = headings.map((_, index) => {
    const cells = lines.slice(1).map((line) => line[index]);
    const width = Math.max(...lines.map((line) => line[index].length));
    return { width, pad: cells.every(isNumeric) ? "padStart" : "padEnd" };
  });
  const format = (line) =>
    line
      .map((cell, index) => cell[columns[index].pad](columns[index].width))
      .join("  ")
      .trimEnd();
  const rule = columns.map(({ width }) => "-".repeat(width)).join("  ");
  console.log(`\n${title}\n\n${[format(lines[0]), rule, ...lines.slice(1).map(format)].join("\n")}`);
}

/** Empty, or a number that may have a bound in front of it and a unit behind it. */
const isNumeric = (cell) => /^([<>×] ?)?(-?\d[\d.]*( \w{1,3})?)?$/.test(cell);
