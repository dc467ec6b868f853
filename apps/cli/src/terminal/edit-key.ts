import { type EditAction, type EditState, insert, type Key, withText } from "./edit-state.js";
import { acceptSearch, searchKey, startSearch } from "./search-history.js";

export interface Edited {
  state: EditState;
  action?: EditAction;
}

const CONTROL: Record<string, (state: EditState) => Edited> = {
  a: (state) => ({ state: move(state, lineStart(state)) }),
  b: (state) => ({ state: move(state, before(state)) }),
  c: (state) =>
    state.text
      ? { state: withText({ ...state, at: -1 }, ""), action: "interrupt" }
      : { state, action: "interrupt" },
  d: (state) =>
    state.text ? { state: remove(state, state.cursor, after(state)) } : { state, action: "leave" },
  e: (state) => ({ state: move(state, lineEnd(state)) }),
  f: (state) => ({ state: move(state, after(state)) }),
  h: (state) => ({ state: remove(state, before(state), state.cursor) }),
  j: (state) => ({ state: insert(state, "\n") }),
  k: (state) => ({ state: remove(state, state.cursor, lineEnd(state)) }),
  l: (state) => ({ state, action: "clear-screen" }),
  n: (state) => ({ state: later(state) }),
  o: (state) => ({ state, action: "toggle-details" }),
  p: (state) => ({ state: earlier(state) }),
  r: (state) => ({ state: startSearch(state) }),
  u: (state) => ({ state: remove(state, lineStart(state), state.cursor) }),
  v: (state) => ({ state, action: "paste-image" }),
  w: (state) => ({ state: remove(state, wordBefore(state), state.cursor) }),
  left: (state) => ({ state: move(state, wordBefore(state)) }),
  right: (state) => ({ state: move(state, wordAfter(state)) }),
};

const META: Record<string, (state: EditState) => Edited> = {
  b: CONTROL.left!,
  f: CONTROL.right!,
  backspace: CONTROL.w!,
  return: CONTROL.j!,
  escape: (state) => ({ state, action: "stop" }), // Node names the key so: Meta with nothing behind it
};

const NAMED: Record<string, (state: EditState) => Edited> = {
  left: CONTROL.b!,
  right: CONTROL.f!,
  home: CONTROL.a!,
  end: CONTROL.e!,
  backspace: CONTROL.h!,
  delete: (state) => ({ state: remove(state, state.cursor, after(state)) }),
  up: (state) => ({ state: lineStart(state) > 0 ? upOneLine(state) : earlier(state) }),
  down: (state) => ({ state: lineEnd(state) < state.text.length ? downOneLine(state) : later(state) }),
  enter: CONTROL.j!,
  return: (state) =>
    state.text[state.cursor - 1] === "\\"
      ? { state: insert(remove(state, state.cursor - 1, state.cursor), "\n") }
      : { state, action: "submit" },
};

/** What a key makes of the line. */
export function editKey(given: EditState, key: Key): Edited {
  const found = given.search && searchKey(given, key);
  if (found) return { state: found };
  const state = given.search ? acceptSearch(given) : given;
  const { name = "", ctrl = false, meta = false, text = "" } = key;
  const known = ctrl ? CONTROL[name] : meta ? META[name] : NAMED[name];
  if (known) return known(state);
  if (ctrl || meta || name === "tab" || !isText(text)) return { state };
  return { state: insert({ ...state, at: -1 }, text) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: keys without characters arrive as such
const isText = (text: string): boolean => text !== "" && !/^[\u0000-\u001f\u007f]/.test(text);

/** Never into the middle of a character. */
const move = (state: EditState, cursor: number): EditState => ({
  ...state,
  cursor: /[\ud800-\udbff]$/.test(state.text.slice(0, cursor)) ? cursor - 1 : cursor,
});

const remove = (state: EditState, from: number, to: number): EditState =>
  withText(state, state.text.slice(0, from) + state.text.slice(to), from);

/** Characters are whole: a pair of surrogates is never cut. */
const before = ({ text, cursor }: EditState): number =>
  cursor - (/[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(0, cursor)) ? 2 : cursor > 0 ? 1 : 0);
const after = ({ text, cursor }: EditState): number =>
  Math.min(text.length, cursor + (/^[\ud800-\udbff][\udc00-\udfff]/.test(text.slice(cursor)) ? 2 : 1));

const lineStart = ({ text, cursor }: EditState): number => text.lastIndexOf("\n", cursor - 1) + 1;
const lineEnd = ({ text, cursor }: EditState): number => {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
};
const wordBefore = ({ text, cursor }: EditState): number =>
  text.slice(0, cursor).replace(/\S*\s*$/, "").length;
const wordAfter = ({ text, cursor }: EditState): number =>
  cursor + (/^\s*\S*/.exec(text.slice(cursor))?.[0].length ?? 0);

function upOneLine(state: EditState): EditState {
  const start = lineStart(state);
  const previous = state.text.lastIndexOf("\n", start - 2) + 1;
  return move(state, Math.min(previous + (state.cursor - start), start - 1));
}

function downOneLine(state: EditState): EditState {
  const next = lineEnd(state) + 1;
  const end = state.text.indexOf("\n", next);
  return move(state, Math.min(next + (state.cursor - lineStart(state)), end < 0 ? state.text.length : end));
}

function earlier(state: EditState): EditState {
  const at = state.at + 1;
  const entry = state.history[at];
  if (entry === undefined) return state;
  return withText({ ...state, at, draft: state.at < 0 ? state.text : state.draft }, entry);
}

function later(state: EditState): EditState {
  if (state.at < 0) return state;
  const at = state.at - 1;
  return withText({ ...state, at }, at < 0 ? state.draft : state.history[at]!);
}
