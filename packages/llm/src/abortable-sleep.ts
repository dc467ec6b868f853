/** What would take longer, 25 days, a timer does at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Waits, and throws `signal.reason` as soon as the signal is aborted. Leaves no listener behind. */
export function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal?.addEventListener("abort", stop, { once: true });
  });
}
