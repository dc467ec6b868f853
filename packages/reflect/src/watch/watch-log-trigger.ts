import { errorMessage } from "@genericagent/core-loop";
import type { ReflectTask } from "../host/reflect-task.js";
import { StateFile } from "../host/state-file.js";
import { Gathering } from "./gathering.js";
import { type Cursor, readNewLines } from "./read-new-lines.js";
import { type WatchOptions, watchDefaults } from "./watch-options.js";
import { watchTask } from "./watch-task.js";

export interface WatchLogOptions extends WatchOptions {
  file: string;
  pattern: RegExp;
  /** Remembers how far the log was read, for the next host. Without it each host begins at the end. */
  cursorFile?: string;
  /** How often the log is looked at. Default 1 s. */
  everyMs?: number;
}

/**
 * Yields a task for each batch of new lines that match. Rotation and truncation are noticed. The place is kept before
 * the task runs: a line starts at most one task, over crashes too.
 */
export async function* watchLogTrigger(options: WatchLogOptions): AsyncGenerator<ReflectTask, void, void> {
  const { file, cursorFile, everyMs = 1_000, signal } = options;
  const { clock, notify, quietMs, maxWaitMs, ...bounds } = watchDefaults(options);
  const gathering = new Gathering({ clock, quietMs, maxWaitMs, ...bounds });
  const state = cursorFile ? new StateFile<Cursor>(cursorFile) : undefined;
  const pattern = new RegExp(options.pattern.source, options.pattern.flags.replace(/[gy]/g, ""));
  let cursor = await state?.read();
  let told: string | undefined;
  let [first, latest] = [0, 0];
  for (let serial = 0; ; ) {
    try {
      const read = await readNewLines(file, cursor);
      if (read.cursor?.offset !== cursor?.offset) await state?.write(read.cursor!);
      cursor = read.cursor;
      for (const line of read.lines.filter((text) => pattern.test(text))) {
        gathering.add(String(serial++), line);
        latest = clock.now();
        if (first === 0) first = latest;
      }
      if (told === undefined) notify({ type: "notice", code: "watching", message: `Watching ${file}` });
      told = "";
    } catch (error) {
      const message = `Cannot read the log ${file}: ${errorMessage(error)}. Trying on.`;
      if (message !== told) notify({ type: "notice", code: "watch", message });
      told = message;
    }
    const now = clock.now();
    if (first > 0 && (now - latest >= quietMs || now - first >= maxWaitMs)) {
      first = 0;
      yield watchTask(options, ["matching line", "matching lines"], gathering.clear(), now);
    } else await clock.sleep(everyMs, signal);
  }
}
