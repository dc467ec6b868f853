import { ToolRefusal } from "../tool-refusal.js";
import { bytesOfFile, requireUtf8 } from "./bytes-of-file.js";
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
  const { body } = await bytesOfFile(path, action).catch((error: unknown) => {
    throw fileProblem(error, action, path);
  });
  requireUtf8(body, action, path);
  const lines = body.toString().match(/[^\n]*\n|[^\n]+$/g) ?? [];
  if (first < 1 || last < first || last > lines.length)
    throw new ToolRefusal(
      `Cannot ${action} ${showPath(path)}: it has ${lines.length} lines, asked were ${first} to ${last}. Nothing was written.`,
    );
  return lines
    .slice(first - 1, last)
    .join("")
    .replace(/\r?\n$/, "");
}
