/** A key as Node's `readline` names it. */
export interface Key {
  /** For example `return`, `up`, `a`; absent for characters that have no name. */
  name?: string | undefined;
  ctrl?: boolean;
  meta?: boolean;
  shift?: boolean;
  /** The characters that were typed or pasted. */
  text?: string | undefined;
}

/** What is being typed. Plain data: each key makes a new one. */
export interface EditState {
  text: string;
  /** Position in `text`. */
  cursor: number;
  /** Earlier entries, latest first. */
  history: readonly string[];
  /** Which of them is shown; -1 is what was typed. */
  at: number;
  draft: string;
  /** Looking through the history (Ctrl-R): what for, and the hit. */
  search?: { query: string; hit: number } | undefined;
}

export type EditAction =
  | "submit"
  | "interrupt"
  | "stop"
  | "leave"
  | "clear-screen"
  | "toggle-details"
  | "paste-image";

export const emptyEdit = (history: readonly string[] = []): EditState => ({
  ...{ text: "", cursor: 0, history, at: -1, draft: "" },
});

/** The state with this text, the cursor at its end. */
export const withText = (state: EditState, text: string, cursor = text.length): EditState => ({
  ...state,
  text,
  cursor,
  search: undefined,
});

export const insert = (state: EditState, piece: string): EditState =>
  withText(
    state,
    state.text.slice(0, state.cursor) + piece + state.text.slice(state.cursor),
    state.cursor + piece.length,
  );
