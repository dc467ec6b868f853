import { emitKeypressEvents } from "node:readline";
import type { Key } from "./edit-state.js";

const PASTE_ON = "\u001b[?2004h";
const PASTE_OFF = "\u001b[?2004l";

export interface KeyReader {
  /** Keys go to somebody else, for example to a question. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** The part of a terminal's input that is used. */
export type KeyInput = NodeJS.ReadableStream & { setRawMode?(on: boolean): unknown };

/**
 * Reads keys one by one. A paste is one key with all its text, whether the terminal marks it or not: an Enter with
 * more keys right behind it is a line end, not the end of the entry.
 */
export function readKeys(
  input: KeyInput,
  output: { write(text: string): unknown },
  onKey: (key: Key) => void,
): KeyReader {
  let pasting: string | undefined;
  let enter: NodeJS.Immediate | undefined;

  const settleEnter = (text: string | undefined): boolean => {
    if (!enter) return false;
    clearImmediate(enter);
    enter = undefined;
    onKey({ name: text === undefined ? "return" : "enter" });
    return true;
  };
  const onKeypress = (text: string | undefined, key: Key & { sequence?: string } = {}): void => {
    if (key.name === "paste-start") pasting = "";
    else if (key.name === "paste-end") {
      onKey({ text: pasted(pasting ?? "") });
      pasting = undefined;
    } else if (pasting !== undefined) pasting += text ?? key.sequence ?? "";
    else {
      settleEnter(text ?? "");
      if (key.name === "return" && !key.meta) enter = setImmediate(() => settleEnter(undefined));
      else onKey({ ...key, text });
    }
  };
  const set = (on: boolean): void => {
    if (on) input.on("keypress", onKeypress).resume();
    else input.off("keypress", onKeypress).pause();
    input.setRawMode?.(on);
    output.write(on ? PASTE_ON : PASTE_OFF);
  };

  emitKeypressEvents(input);
  const leave = (): void => void output.write(PASTE_OFF);
  process.once("exit", leave);
  set(true);
  return {
    pause: () => set(false),
    resume: () => set(true),
    close: () => {
      set(false);
      process.off("exit", leave);
    },
  };
}

/** Line ends as LF, nothing that moves a cursor. */
const pasted = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replace(/\r\n?/g, "\n").replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, "");
