import { ToolRefusal } from "../tool-refusal.js";
import { bytesOfFile, requireText } from "./bytes-of-file.js";
import { fileProblem } from "./file-problem.js";
import { resolvePath } from "./resolve-path.js";
import { showPath } from "./show-path.js";

export const FILE_REFERENCE = /\{\{file:(.+?):(\d+):(\d+)\}\}/g;

/** Puts lines a to b of a file in the place of each `{{file:path:a:b}}`, without the end of line b. */
export async function expandFileRefs(text: string, cwd: string): Promise<string> {
  const pieces: string[] = [];
  let end = 0;
  for (const match of text.matchAll(FILE_REFERENCE)) {
    const [reference, path, first, last] = match;
    const lines = await linesOf(resolvePath(cwd, path!), Number(first), Number(last));
    pieces.push(text.slice(end, match.index), lines);
    end = match.index + reference.length;
  }
  return pieces.join("") + text.slice(end);
}

async function linesOf(path: string, first: number, last: number): Promise<string> {
  const action = "insert lines of";
  const file = await bytesOfFile(path, action).catch((error: unknown) => {
    throw fileProblem(error, action, path);
  });
  const codec = requireText(file, action, path);
  const lines = codec.decode(file.body).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (first < 1 || last < first || last > lines.length)
    throw new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: it has ${lines.length === 1 ? "1 line" : `${lines.length} lines`}, asked were ${first} to ${last}. Nothing was written.`,
    );
  const asked = lines.slice(first - 1, last).join("");
  const encoded = codec.encode(asked);
  if (!encoded || !file.body.includes(encoded))
    throw new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: they hold bytes that are not ${codec.name} and would be lost. Nothing was written.`,
    );
  return asked.replace(/\r?\n$/, "");
}
