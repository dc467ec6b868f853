import { createInterface, type Interface } from "node:readline";
import { HISTORY_LINES, readHistory, saveHistory } from "./prompt-history.js";

/** Lines that arrive within this time belong to one paste. */
const PASTE_MS = 15;

export interface PromptLine {
  /** The next entry: one typed line, or all lines of a paste. `undefined` when the user leaves. */
  read(): Promise<string | undefined>;
  close(): void;
}

/** Where a prompt reads and writes; the process's own terminal by default. */
export interface PromptStreams {
  input?: NodeJS.ReadableStream;
  output?: NodeJS.WritableStream;
}

/** A prompt with history (kept in `historyFile`) and multi-line paste. Ctrl-C on an empty line leaves. */
export function promptLine(
  historyFile: string,
  { input: from = process.stdin, output = process.stderr }: PromptStreams = {},
): PromptLine {
  const input = createInterface({
    input: from,
    output,
    terminal: true,
    prompt: "› ",
    history: readHistory(historyFile),
    historySize: HISTORY_LINES,
    removeHistoryDuplicates: true,
  });
  return {
    read: async () => {
      const entry = await readEntry(input, output);
      if (entry?.trim()) saveHistory(historyFile, entry);
      return entry;
    },
    close: () => input.close(),
  };
}

function readEntry(input: Interface, output: NodeJS.WritableStream): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines: string[] = [];
    let timer: NodeJS.Timeout | undefined;
    const finish = (entry: string | undefined) => {
      clearTimeout(timer);
      input.pause();
      input.off("line", onLine).off("close", onClose).off("SIGINT", onInterrupt);
      resolve(entry);
    };
    const onLine = (line: string) => {
      lines.push(line);
      clearTimeout(timer);
      timer = setTimeout(finishPaste, PASTE_MS);
    };
    /** The last line of a paste has no line end yet: it waits for Enter. */
    const finishPaste = () => input.line === "" && finish(lines.join("\n"));
    const onClose = () => finish(undefined);
    const onInterrupt = () => {
      if (input.line === "") return finish(undefined);
      input.write(null, { ctrl: true, name: "u" });
      output.write("\n");
      input.prompt();
    };
    input.on("line", onLine).on("close", onClose).on("SIGINT", onInterrupt);
    input.resume();
    input.prompt();
  });
}
