const MAX_LINE_CHARS = 120;

/** As many names a line as fit: `heading a | b`, then `| c | d`. */
export function packNames(heading: string, names: readonly string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 3 + name.length <= MAX_LINE_CHARS)
      lines[lines.length - 1] = `${last} | ${name}`;
    else lines.push(last === undefined ? `${heading} ${name}` : `| ${name}`);
  }
  return lines;
}
