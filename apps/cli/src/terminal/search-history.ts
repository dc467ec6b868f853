import { type EditState, type Key, withText } from "./edit-state.js";

export const startSearch = (state: EditState): EditState => ({ ...state, search: { query: "", hit: -1 } });

/** The entry that is found, if any. */
export const foundEntry = ({ history, search }: EditState): string | undefined =>
  search && search.hit >= 0 ? history[search.hit] : undefined;

/** A key while the history is searched; `undefined` where it ends the search and is a key of the line again. */
export function searchKey(state: EditState, key: Key): EditState | undefined {
  const { query, hit } = state.search!;
  const { name, ctrl = false, meta = false, text = "" } = key;
  if (ctrl && name === "r") return look(state, query, hit + 1);
  if (name === "escape" || (ctrl && (name === "g" || name === "c"))) return { ...state, search: undefined };
  if (name === "return" || name === "tab") return acceptSearch(state);
  if (name === "backspace") return look(state, query.slice(0, -1), 0);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys without characters arrive as such
  if (ctrl || meta || text === "" || /^[\u0000-\u001f\u007f]/.test(text)) return undefined;
  return look(state, query + text, Math.max(0, hit));
}

/** Takes the hit into the line, where Enter submits it: finding is not yet doing. */
export const acceptSearch = (state: EditState): EditState => withText(state, foundEntry(state) ?? state.text);

/** The next older entry with these words; where there is none the hit stays. */
function look(state: EditState, query: string, from: number): EditState {
  const words = query.toLowerCase();
  const found = state.history.findIndex(
    (entry, index) => index >= from && entry.toLowerCase().includes(words),
  );
  const hit = query === "" ? -1 : found >= 0 ? found : from > 0 ? state.search!.hit : -1;
  return { ...state, search: { query, hit } };
}
