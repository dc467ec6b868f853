/**
 * How long the server asks to wait, from `retry-after-ms`, or `retry-after` in seconds or as a date. A date is held
 * against the server's own clock where it tells it.
 */
export function retryAfterMs(headers: Headers | undefined): number | undefined {
  const ms = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (ms >= 0) return ms;
  const after = headers?.get("retry-after") ?? "";
  const seconds = Number.parseFloat(after);
  if (/^\s*[\d.]+\s*$/.test(after)) return seconds * 1000;
  const until = Date.parse(after);
  const now = Date.parse(headers?.get("date") ?? "") || Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, until - now);
}

/** A wait in words: `8 s`, `3 min`, `2.5 h`. */
export function describeWait(ms: number): string {
  if (ms < 120_000) return `${Math.ceil(ms / 1000)} s`;
  if (ms < 7_200_000) return `${Math.ceil(ms / 60_000)} min`;
  return `${Math.round(ms / 360_000) / 10} h`;
}
