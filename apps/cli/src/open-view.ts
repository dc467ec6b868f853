import { canMoveCursor } from "./can-move-cursor.js";
import { jsonView, type RunView } from "./run-view.js";

/** The view of one run that fits the flags and the terminal. What renders is loaded where a terminal shows it. */
export async function openView({ json = false }: { json?: boolean } = {}): Promise<RunView> {
  if (json) return jsonView((line) => process.stdout.write(line));
  if (canMoveCursor() && process.stderr.isTTY) {
    const { RunScreen } = await import("./terminal/run-screen.js");
    return new RunScreen();
  }
  return openTextView();
}

/** A view that goes line by line. */
export async function openTextView(): Promise<RunView> {
  const { TextView } = await import("./text-view.js");
  if (!process.stdout.isTTY) return new TextView();
  const { AnswerStream } = await import("./terminal/answer-stream.js");
  return new TextView(new AnswerStream());
}
