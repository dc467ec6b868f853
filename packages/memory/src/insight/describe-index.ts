import { FILES } from "../layers.js";

/** Where the memory is, that it has rules, and the index without its title. */
export function describeIndex(dir: string, insight: string): string {
  const lines = insight
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !/^#\s*\[Global Memory Insight\]/.test(line));
  const head = `Memory: ${dir} (L0, its rules: ${FILES.rules})`;
  return [head, ...lines.filter((line) => line !== `L0: ${FILES.rules}`)].join("\n");
}
