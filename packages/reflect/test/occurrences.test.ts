import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { occurrencesAfter, readJob } from "../src/index.js";
import { wallOf } from "../src/schedule/wall-time.js";

const job = (fields: object, changed = "2026-01-01T00:00:00Z") =>
  readJob("j", JSON.stringify({ prompt: "p", zone: "Europe/Berlin", ...fields }), Date.parse(changed));

function take(fields: object, after: string, count: number, changed?: string): string[] {
  const times: string[] = [];
  for (const at of occurrencesAfter(job(fields, changed), Date.parse(after))) {
    if (times.push(new Date(at).toISOString().slice(0, 16)) === count) break;
  }
  return times;
}

describe("occurrencesAfter", () => {
  it("knows GenericAgent's words", () => {
    const after = "2026-12-01T12:00:00Z";
    expect(take({ schedule: "09:00", repeat: "daily" }, after, 2)).toEqual([
      "2026-12-02T08:00",
      "2026-12-03T08:00",
    ]);
    expect(take({ schedule: "9:00", repeat: "weekday" }, "2026-12-04T12:00:00Z", 1)).toEqual([
      "2026-12-07T08:00",
    ]);
    expect(take({ schedule: "09:00", repeat: "weekly", day: "wed" }, after, 2)).toEqual([
      "2026-12-02T08:00",
      "2026-12-09T08:00",
    ]);
    expect(take({ schedule: "09:00", repeat: "weekly" }, after, 1)).toEqual(["2026-12-03T08:00"]); // as 1 January
    expect(take({ schedule: "09:00", repeat: "monthly", day: 31 }, after, 3)).toEqual([
      "2026-12-31T08:00",
      "2027-01-31T08:00",
      "2027-02-28T08:00",
    ]);
    expect(take({ schedule: "09:00", repeat: "monthly", day: 30 }, "2027-01-31T12:00:00Z", 2)).toEqual([
      "2027-02-28T08:00",
      "2027-03-30T07:00",
    ]);
    expect(take({ schedule: "09:00", repeat: "every_6h" }, after, 2)).toEqual([
      "2026-12-01T14:00",
      "2026-12-01T20:00",
    ]);
    expect(take({ schedule: "09:00", repeat: "every_3d", start: "2026-11-30" }, after, 2)).toEqual([
      "2026-12-03T08:00",
      "2026-12-06T08:00",
    ]);
    expect(take({ cron: "0 9 * * 1-5" }, after, 1)).toEqual(["2026-12-02T08:00"]);
    expect(take({ schedule: "*/15 * * * *", repeat: "cron" }, after, 2)).toEqual([
      "2026-12-01T12:15",
      "2026-12-01T12:30",
    ]);
  });

  it("once is the named day, or the next time the clock shows that hour", () => {
    expect(take({ schedule: "2026-12-24 18:00", repeat: "once" }, "2026-12-01T00:00:00Z", 9)).toEqual([
      "2026-12-24T17:00",
    ]);
    const made = "2026-12-01T12:00:00Z";
    expect(take({ schedule: "18:00", repeat: "once" }, made, 9, made)).toEqual(["2026-12-01T17:00"]);
    expect(take({ schedule: "09:00", repeat: "once" }, made, 9, made)).toEqual(["2026-12-02T08:00"]);
  });

  it("a wall time that does not exist runs after the gap, or not at all", () => {
    for (const repeat of ["daily", "every_1d"]) {
      const after = "2026-03-28T12:00:00Z";
      expect(take({ schedule: "02:30", repeat }, after, 2)).toEqual(["2026-03-29T01:00", "2026-03-30T00:30"]);
      expect(take({ schedule: "02:30", repeat, dst: { gap: "skip" } }, after, 1)).toEqual([
        "2026-03-30T00:30",
      ]);
    }
  });

  it("a wall time that comes twice runs the first time, or both", () => {
    for (const repeat of ["daily", "every_1d"]) {
      const after = "2026-10-24T12:00:00Z";
      expect(take({ schedule: "02:30", repeat }, after, 2)).toEqual(["2026-10-25T00:30", "2026-10-26T01:30"]);
      const both = { schedule: "02:30", repeat, dst: { overlap: "both" } };
      expect(take(both, after, 3)).toEqual(["2026-10-25T00:30", "2026-10-25T01:30", "2026-10-26T01:30"]);
      expect(take(both, "2026-10-25T00:30:00Z", 1)).toEqual(["2026-10-25T01:30"]);
    }
  });

  it("hours pass by physics: every_2h is two hours apart across both changes", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 8760 }), fc.integer({ min: 1, max: 50 }), (hours, count) => {
        const after = Date.UTC(2026, 0, 1) + hours * 3_600_000;
        const times = occurrencesAfter(job({ schedule: "09:00", repeat: `every_${count}h` }), after);
        const [a, b] = [times.next().value!, times.next().value!];
        expect(b - a).toBe(count * 3_600_000);
        expect(a).toBeGreaterThan(after);
        expect(a - after).toBeLessThanOrEqual(count * 3_600_000);
      }),
    );
  });

  it("daily jobs in any zone come once a calendar day, in order, at their time where it exists", () => {
    const zones = [
      "Europe/Berlin",
      "America/New_York",
      "Asia/Kolkata",
      "Australia/Lord_Howe",
      "Pacific/Apia",
      "UTC",
    ];
    const anywhere = fc.record({
      zone: fc.constantFrom(...zones),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      day: fc.integer({ min: 0, max: 700 }),
    });
    fc.assert(
      fc.property(anywhere, ({ zone, hour, minute, day }) => {
        const two = (value: number) => String(value).padStart(2, "0");
        const daily = job({ schedule: `${two(hour)}:${two(minute)}`, zone });
        let last = Date.UTC(2026, 0, 2) + day * 86_400_000;
        const seen = new Set<string>();
        let exact = 0;
        for (const at of occurrencesAfter(daily, last)) {
          expect(at).toBeGreaterThan(last);
          last = at;
          const wall = wallOf(at, zone);
          seen.add(`${wall.year}-${wall.month}-${wall.day}`);
          if (wall.hour === hour && wall.minute === minute) exact++;
          if (seen.size === 12) break;
        }
        expect(seen.size).toBe(12);
        expect(exact).toBeGreaterThanOrEqual(11);
      }),
      { numRuns: 60 },
    );
  });
});

describe("readJob", () => {
  it("lists everything that is wrong at once", () => {
    expect(() =>
      job({ prompt: "", schedule: 9, zone: "Mars/Base", max_delay_hours: -1, enabled: "yes" }),
    ).toThrow(
      /"zone" must be.*"prompt" is missing.*"schedule" must be.*"enabled" must be.*"max_delay_hours" must be/s,
    );
    expect(() => job({ cron: "99 * * * *" })).toThrow(/no cron pattern of five fields/);
    expect(() => job({ cron: "* * * * * *" })).toThrow(/no cron pattern of five fields/);
    expect(() => readJob("j", "[]", 0)).toThrow(/must be one JSON object/);
  });
});
