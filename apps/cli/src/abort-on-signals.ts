/** An abort signal for Ctrl-C and termination. A second Ctrl-C leaves at once. */
export function abortOnSignals(): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  /** The reader of our output went away, as in `ga run … | head -1`. */
  const onPipe = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") stop();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.stdout.on("error", onPipe);
  return {
    signal: controller.signal,
    release: () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      process.stdout.off("error", onPipe);
    },
  };
}
