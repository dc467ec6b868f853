/** An instant as the clocks on a zone's walls show it. */
export interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  /** 0 is Sunday. */
  weekday: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

export function wallOf(at: number, zone: string): Wall {
  const parts = formatOf(zone).formatToParts(at);
  const get = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [get("year"), get("month"), get("day")];
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  return { year, month, day, hour: get("hour"), minute: get("minute"), second: get("second"), weekday };
}

/** The first instant of that wall time; where the clocks skip it, the first one after the gap. */
export function instantOf(wall: Omit<Wall, "second" | "weekday">, zone: string): number {
  const { year, month, day, hour, minute } = wall;
  const utc = Date.UTC(year, month - 1, day, hour, minute);
  const before = utc - offsetOf(utc - DAY, zone);
  const after = utc - offsetOf(utc + DAY, zone);
  const fits = [before, after].filter((at) => at + offsetOf(at, zone) === utc);
  return fits.length > 0 ? Math.min(...fits) : gapEnd(before, zone);
}

/** The instant at which the clocks were put forward, at most a day before `inGap`. */
function gapEnd(inGap: number, zone: string): number {
  const offset = offsetOf(inGap, zone);
  let [old, fresh] = [inGap - DAY, inGap];
  while (fresh - old > 1000) {
    const middle = Math.floor((old + fresh) / 2000) * 1000;
    if (offsetOf(middle, zone) === offset) fresh = middle;
    else old = middle;
  }
  return fresh;
}

/** Milliseconds that the zone is ahead of UTC. */
export function offsetOf(at: number, zone: string): number {
  const { year, month, day, hour, minute, second } = wallOf(at, zone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

/** `2026-12-01 09:00` */
export function wallText(at: number, zone: string): string {
  const { year, month, day, hour, minute } = wallOf(at, zone);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
}

/** A date, with or without a time, in the zone; one that names its own offset is taken as it is. */
export function parseStamp(text: string, zone: string): number | undefined {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d))?$/.exec(text.trim());
  if (!found) {
    const at = Date.parse(text);
    return Number.isNaN(at) ? undefined : at;
  }
  const [year, month, day, hour = 0, minute = 0] = found.slice(1).map((part) => Number(part ?? 0));
  return instantOf({ year: year!, month: month!, day: day!, hour, minute }, zone);
}

export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function isZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

const DAY = 86_400_000;

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      ...({ year: "numeric", month: "numeric", day: "numeric" } as const),
      ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
    });
    formats.set(zone, format);
  }
  return format;
}
