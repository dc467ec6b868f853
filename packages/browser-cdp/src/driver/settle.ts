import type { Frame } from "./frame.js";
import type { NetworkWatch } from "./network-watch.js";

export interface SettleOptions {
  /** The wait ends after this in any case. Default 10 000. */
  maxMs?: number;
  signal?: AbortSignal;
}

/** Nothing may happen for this long. */
const QUIET_MS = 120;
/** A page that changes for ever (clocks, tickers), with no request open, is as settled as it gets. */
const RESTLESS_MS = 2_000;
const LOOK_MS = 40;

/** Waits until no request is open and the document has stopped changing. True when it did within the time. */
export async function settle(
  frame: Frame,
  network: NetworkWatch,
  options: SettleOptions = {},
): Promise<boolean> {
  const { maxMs = 10_000, signal } = options;
  const begin = Date.now();
  let quietSince = begin;
  let networkQuietSince = begin;
  let seen = await changesOf(frame, maxMs);
  let starts = network.starts;
  while (Date.now() - begin < maxMs) {
    await pause(LOOK_MS, signal);
    const now = await changesOf(frame, Math.max(1, maxMs - (Date.now() - begin)));
    const requested = !network.isQuiet || network.starts !== starts;
    if (requested) networkQuietSince = Date.now();
    if (requested || now !== seen) quietSince = Date.now();
    seen = now;
    starts = network.starts;
    if (Date.now() - quietSince >= QUIET_MS) return true;
    if (Date.now() - networkQuietSince >= RESTLESS_MS) return true;
  }
  return false;
}

/** A page that cannot answer now is between two documents, or hangs: both are changes. */
let unanswered = -1;
const changesOf = (frame: Frame, timeoutMs: number): Promise<number> =>
  frame.run<number>("gaWatch.changes()", { timeoutMs: Math.min(timeoutMs, 1_000) }).catch(() => unanswered--);

async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise((done) => setTimeout(done, ms));
  signal?.throwIfAborted();
}
