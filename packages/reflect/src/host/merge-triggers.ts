import { errorMessage } from "@genericagent/core-loop";
import { ReflectError } from "../reflect-error.js";
import type { Notify, ReflectTask, Trigger } from "./reflect-task.js";

interface Source {
  name: string;
  iterator: AsyncIterator<ReflectTask>;
  next: Promise<{ source: Source; result?: IteratorResult<ReflectTask>; error?: unknown }> | undefined;
}

/**
 * One trigger out of several. One that fails is named and left out; the others go on. Ends when all have ended.
 *
 * @throws `signal.reason`; ReflectError `invalid-trigger` when every one of them failed.
 */
export async function* mergeTriggers(
  triggers: Readonly<Record<string, Trigger>>,
  { signal, notify = () => {} }: { signal?: AbortSignal; notify?: Notify } = {},
): AsyncGenerator<ReflectTask, void, void> {
  const names = Object.keys(triggers);
  const live = new Set(Object.entries(triggers).map(([name, trigger]) => sourceOf(name, trigger)));
  const failed: string[] = [];
  try {
    while (live.size > 0) {
      const first = await Promise.race([...live].map(pull));
      first.source.next = undefined;
      signal?.throwIfAborted();
      if (first.error !== undefined) {
        const message = `The trigger "${first.source.name}" failed: ${errorMessage(first.error)}`;
        // One that is alone is told by the error below.
        if (names.length > 1)
          notify({ type: "notice", code: "trigger-failed", message: `${message} It is left out.` });
        failed.push(message);
        live.delete(first.source);
      } else if (!first.result || first.result.done) live.delete(first.source);
      else yield first.result.value;
    }
  } finally {
    for (const { iterator } of live) iterator.return?.()?.catch(() => {});
  }
  if (failed.length > 0 && failed.length === names.length)
    throw new ReflectError("invalid-trigger", `Nothing is left to wait for. ${failed.join(" ")}`);
}

function sourceOf(name: string, trigger: Trigger): Source {
  return { name, iterator: trigger[Symbol.asyncIterator](), next: undefined };
}

/** Asked once; the answer is kept while another trigger's task runs. */
function pull(source: Source): NonNullable<Source["next"]> {
  source.next ??= source.iterator.next().then(
    (result) => ({ source, result }),
    (error: unknown) => ({ source, error: error ?? "unknown" }),
  );
  return source.next;
}
