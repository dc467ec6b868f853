import pc from "picocolors";
import stringWidth from "string-width";
import wrapAnsi from "wrap-ansi";
import type { Completion } from "./complete.js";
import { cutToWidth } from "./cut-to-width.js";
import { editKey } from "./edit-key.js";
import { type EditAction, type EditState, emptyEdit, insert, type Key } from "./edit-state.js";
import type { LiveArea } from "./screen.js";
import { foundEntry } from "./search-history.js";

export interface PromptBoxOptions {
  history: readonly string[];
  complete(state: EditState): Promise<Completion[]>;
  submit(text: string): void;
  act(action: Exclude<EditAction, "submit">, hadText: boolean): void;
  /** Something changed that shows. */
  changed(): void;
}

const MAX_ROWS = 10;
const MENU_ROWS = 8;

type Lines = Required<Pick<LiveArea, "lines" | "cursor">>;

/** The line that is being typed, with its menu. It knows keys and lines, no terminal. */
export class PromptBox {
  #state: EditState;
  #options: PromptBoxOptions;
  #menu: Completion[] = [];
  #chosen = -1;
  #asked = 0;

  constructor(options: PromptBoxOptions) {
    this.#options = options;
    this.#state = emptyEdit(options.history);
  }

  get text(): string {
    return this.#state.text;
  }

  insert(piece: string): void {
    this.#set(insert(this.#state, piece));
  }

  key(key: Key): void {
    if (this.#menu.length > 0 && this.#menuKey(key)) this.#options.changed();
    else this.#edit(key);
  }

  #edit(key: Key): void {
    const had = this.#state.text !== "";
    const { state, action } = editKey(this.#state, key);
    if (action !== "submit") this.#set(state);
    if (action === "submit") this.#submit();
    else if (action) this.#options.act(action, had);
  }

  #submit(): void {
    const { text, history } = this.#state;
    const known = history[0] === text || !text.trim() ? history : [text, ...history];
    this.#set(emptyEdit(known));
    if (text.trim()) this.#options.submit(text);
  }

  /** The arrows walk through the menu, Tab takes the first or the chosen one; everything else goes to the line. */
  #menuKey({ name, ctrl }: Key): boolean {
    const count = this.#menu.length;
    if (ctrl) return false;
    if (name === "escape") this.#menu = [];
    else if (name === "down") this.#chosen = (this.#chosen + 1) % count;
    else if (name === "up") this.#chosen = (this.#chosen + count - (this.#chosen < 0 ? 0 : 1)) % count;
    else if (name === "tab") this.#choose(Math.max(0, this.#chosen));
    else if ((name === "return" || name === "right") && this.#chosen >= 0) this.#choose(this.#chosen);
    else return false;
    return true;
  }

  #choose(index: number): void {
    this.#set(this.#menu[index]!.apply(this.#state));
  }

  #set(state: EditState): void {
    const same = state.text === this.#state.text && state.cursor === this.#state.cursor;
    this.#state = state;
    this.#options.changed();
    if (same && !state.search) return;
    this.#menu = [];
    this.#chosen = -1;
    void this.#lookUp(++this.#asked);
  }

  async #lookUp(asked: number): Promise<void> {
    const state = this.#state;
    const found = state.search || state.at >= 0 ? [] : await this.#options.complete(state).catch(() => []);
    if (asked !== this.#asked) return;
    this.#menu = found;
    this.#options.changed();
  }

  /** The lines to show, and where the cursor stands. */
  lines(columns: number, rows = MAX_ROWS + MENU_ROWS): Lines {
    const { text, cursor, search } = this.#state;
    if (search) return this.#searchLines(search.query);
    const width = columns - 3;
    const typed = rowsOf(text, width);
    const place = placeOf(text.slice(0, cursor), width);
    const most = Math.max(1, Math.min(MAX_ROWS, rows));
    const first = Math.max(0, Math.min(place.row, typed.length - most));
    const shown = typed.slice(first, first + most);
    return {
      lines: [
        ...shown.map((row, index) => `${first + index === 0 ? pc.cyan("› ") : "  "}${row}`),
        ...this.#menuLines(columns, Math.min(MENU_ROWS, rows - shown.length)),
      ],
      cursor: { row: place.row - first, column: 2 + place.column },
    };
  }

  #searchLines(query: string): Lines {
    const found = foundEntry(this.#state);
    const head = `(history) ${query}`;
    const hit =
      found === undefined ? (query ? pc.yellow("nothing found") : "") : found.replaceAll("\n", " ⏎ ");
    return { lines: [`${head}${pc.dim(": ")}${hit}`], cursor: { row: 0, column: stringWidth(head) } };
  }

  /** As much of the menu as has room, the chosen line in it; the last row tells how many there are more. */
  #menuLines(columns: number, rows: number): string[] {
    const count = this.#menu.length;
    const room = count > rows ? Math.max(0, rows - 1) : count;
    const first = Math.max(0, Math.min(this.#chosen - room + 1, count - room));
    const lines = this.#menu.slice(first, first + room).map(({ label, hint }, index) => {
      const line = cutToWidth(`  ${label}${hint ? pc.dim(`  ${hint}`) : ""}`, columns - 1);
      return first + index === this.#chosen ? pc.inverse(line) : line;
    });
    return count > room && room > 0 ? [...lines, pc.dim(`  … ${count - room} more`)] : lines;
  }
}

const rowsOf = (text: string, width: number): string[] =>
  text.split("\n").flatMap((line) => wrapped(line, width));

const wrapped = (line: string, width: number): string[] =>
  wrapAnsi(line, width, { hard: true, wordWrap: false, trim: false }).split("\n");

function placeOf(left: string, width: number): { row: number; column: number } {
  const rows = rowsOf(left, width);
  return { row: rows.length - 1, column: stringWidth(rows.at(-1)!) };
}
