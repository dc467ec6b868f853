const MAX_CHARS = 300;

/** A path as one readable line: control characters escaped, the middle of a very long one left out. */
export function showPath(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: names may hold line breaks and worse
  const line = /[\u0000-\u001f\u007f]/.test(path) ? JSON.stringify(path) : path;
  if (line.length <= MAX_CHARS) return line;
  return `${line.slice(0, 80)}…${line.slice(-80)} (${path.length} characters)`;
}
