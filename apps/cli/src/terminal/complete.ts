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

const MOST = 8;
/** A word with an @ before it, at its end the cursor. */
const MENTION = /(?:^|\s)@([^\s@]*)$/;

/** What may be meant by what stands before the cursor: a command, its argument, a file. */
export async function complete(
  state: EditState,
  { agent, files }: { agent: GenericAgent; files: () => Promise<readonly string[]> },
): Promise<Completion[]> {
  const left = state.text.slice(0, state.cursor);
  const mention = MENTION.exec(left)?.[1];
  if (mention !== undefined)
    return fittingFiles(await files(), mention, MOST).map((path) => ({
      label: path,
      apply: (now) => replaceLeft(now, mention.length, path.endsWith("/") ? path : `${path} `),
    }));
  if (/^\/[a-z]*$/.test(left))
    return completeSlash(left)
      .slice(0, MOST)
      .map(({ name, usage, description }) => ({
        label: usage,
        hint: description,
        apply: (now) => withText(now, name === "session" ? "/session." : `/${name} `),
      }));
  const [, name, argument] = /^\/([a-z]+) (\S*)$/.exec(left) ?? [];
  const choices = await slashCommands.find((command) => command.name === name)?.choices?.(agent);
  return (choices ?? [])
    .filter((choice) => choice.includes(argument ?? ""))
    .slice(0, MOST)
    .map((choice) => ({ label: choice, apply: (now) => replaceLeft(now, argument?.length ?? 0, choice) }));
}

const replaceLeft = (state: EditState, length: number, piece: string): EditState => {
  const start = state.cursor - length;
  return withText(
    state,
    state.text.slice(0, start) + piece + state.text.slice(state.cursor),
    start + piece.length,
  );
};
