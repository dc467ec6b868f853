import { completeSlash, type GenericAgent, slashCommands } from "@genericagent/agent";
import type { EditState } from "./edit-state.js";
import { withText } from "./edit-state.js";
import { fittingFiles } from "./list-files.js";

export interface Completion {
  /** What stands in the menu. */
  label: string;
  hint?: string;
  /** The line with it. */
  apply(state: EditState): EditState;
}

/** The menu scrolls; nobody looks further. */
const MOST = 40;
/** A word, or the beginning of words in quotes, with an @ before it, at its end the cursor. */
const MENTION = /(?:^|\s)@("[^"\n]*|[^\s@"]*)$/;

/** What may be meant by what stands before the cursor: a command, its argument, a file. */
export async function complete(
  state: EditState,
  { agent, files }: { agent: GenericAgent; files: () => Promise<readonly string[]> },
): Promise<Completion[]> {
  const left = state.text.slice(0, state.cursor);
  const mention = MENTION.exec(left)?.[1];
  if (mention !== undefined)
    return fittingFiles(await files(), mention.replace('"', ""), MOST).map((path) => ({
      label: path,
      apply: (now) => replaceLeft(now, mention.length, mentionOf(path)),
    }));
  if (/^\/[a-z]*$/.test(left))
    return completeSlash(left)
      .slice(0, MOST)
      .map(({ name, usage, description }) => ({
        label: usage,
        hint: description,
        apply: (now) => withText(now, name === "session" ? "/session." : `/${name} `),
      }));
  const [, name, argument] = /^\/([a-z]+)[ .](\S*)$/.exec(left) ?? [];
  const choices = await slashCommands.find((command) => command.name === name)?.choices?.(agent);
  return (choices ?? [])
    .filter((choice) => choice.includes(argument ?? ""))
    .slice(0, MOST)
    .map((choice) => ({ label: choice, apply: (now) => replaceLeft(now, argument?.length ?? 0, choice) }));
}

/** Where a folder's name ends, its files are to be named next. */
function mentionOf(path: string): string {
  const open = /\s/.test(path) ? `"${path}` : path;
  if (path.endsWith("/")) return open;
  return open === path ? `${path} ` : `${open}" `;
}

const replaceLeft = (state: EditState, length: number, piece: string): EditState => {
  const start = state.cursor - length;
  return withText(
    state,
    state.text.slice(0, start) + piece + state.text.slice(state.cursor),
    start + piece.length,
  );
};
