import { errorMessage } from "@genericagent/core-loop";
import { watch } from "chokidar";
import type { ReflectTask } from "../host/reflect-task.js";
import { unlessAborted } from "../host/unless-aborted.js";
import { Gathering } from "./gathering.js";
import { type WatchOptions, watchDefaults } from "./watch-options.js";
import { watchTask } from "./watch-task.js";

export interface WatchFilesOptions extends WatchOptions {
  /** Files and folders; folders with all below them. */
  paths: string[];
  /** Left out besides `node_modules` and what begins with a dot. */
  ignored?: (path: string) => boolean;
  /**
   * What changes while the task runs is mostly the task's own doing: it is counted, not acted on, so that an agent
   * that writes what it watches does not start itself for ever. `true` acts on it. Default false.
   */
  ownChanges?: boolean;
}

const WORDS: Record<string, string> = { add: "new", change: "changed", unlink: "gone" };

/** Yields a task for each batch of changes to files. */
export async function* watchFilesTrigger(
  options: WatchFilesOptions,
): AsyncGenerator<ReflectTask, void, void> {
  const { paths, ignored = () => false, ownChanges = false, signal } = options;
  const defaults = watchDefaults(options);
  const gathering = new Gathering(defaults);
  const own = { until: Number.NEGATIVE_INFINITY, count: 0 };
  const watcher = watch(paths, {
    ignoreInitial: true,
    alwaysStat: true,
    ignored: (path) => !paths.includes(path) && (PASSED_OVER.test(path) || ignored(path)),
  });
  try {
    watcher.on("all", (event, path, stats) => {
      const word = WORDS[event];
      if (!word) return;
      // News of a change may come late on a busy machine: the file itself tells when it was made.
      if (stats && stats.ctimeMs <= own.until) own.count++;
      else gathering.add(path, `${word}: ${path}`);
    });
    watcher.on("error", (error) => {
      const message = `Watching ${options.name}: ${errorMessage(error)}`;
      defaults.notify({ type: "notice", code: "watch", message });
    });
    await unlessAborted(new Promise<void>((resolve) => watcher.once("ready", resolve)), signal);
    defaults.notify({ type: "notice", code: "watching", message: `Watching ${paths.join(", ")}` });
    for (;;) {
      yield watchTask(
        options,
        ["changed file", "changed files"],
        await gathering.next(),
        defaults.clock.now(),
      );
      if (ownChanges) continue;
      own.until = Date.now();
      await defaults.clock.sleep(defaults.quietMs, signal); // files that are gone tell no time
      const count = gathering.clear().count + own.count;
      own.count = 0;
      if (count > 0) {
        const message = `${options.name}: ${count} files changed while the task ran; taken for its own doing.`;
        defaults.notify({ type: "notice", code: "own-changes", message });
      }
    }
  } finally {
    await watcher.close();
  }
}

const PASSED_OVER = /(^|[\\/])(node_modules|\.[^\\/.][^\\/]*)([\\/]|$)/;
