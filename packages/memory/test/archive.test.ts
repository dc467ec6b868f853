import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { hashesOf } from "../src/archive/token-scanner.js";
import { ArchiveIndex, formatHistory, parseHistory, searchArchive } from "../src/index.js";
import { temporaryFolder } from "./memory-folder.js";

const AT = "2026-01-02T10:00:00.000Z";
const line = (text: string, speaker?: string) =>
  `${JSON.stringify({ type: "message", at: AT, turn: 1, ...(speaker && { speaker }), message: { role: "user", content: [{ type: "text", text }] } })}\n`;

async function archive(sessions: Record<string, string>) {
  const folder = temporaryFolder();
  const dir = join(folder, "sessions");
  mkdirSync(dir);
  for (const [id, journal] of Object.entries(sessions)) writeFileSync(join(dir, `${id}.jsonl`), journal);
  const open = async () => {
    const index = await ArchiveIndex.open(dir, join(folder, "index"));
    onTestFinished(() => index.close());
    return index;
  };
  return { dir, open };
}

describe("words", () => {
  it.each([
    ["stopped", "stop"],
    ["invoices", "invoice"],
    ["running", "run"],
    ["cities", "city"],
    ["RÉSUMÉ", "résumé"],
    ["painting", "paint"],
  ])("%s and %s are one", (a, b) => {
    expect(hashesOf(a)).toEqual(hashesOf(b));
  });

  it("takes text without spaces by pairs, and scripts apart", () => {
    expect(hashesOf("把发票改名 file.txt")).toHaveLength(6);
    expect(hashesOf("发票改名")).toEqual(expect.arrayContaining(hashesOf("改名")));
    expect(hashesOf("the and of")).toEqual([]);
  });

  it("reads any bytes to their end", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => hashesOf(text).every((hash) => hash > 0)));
  });
});

describe("the archive", () => {
  it("finds what was appended, compressed and replaced, and forgets nothing else", async () => {
    const { dir, open } = await archive({
      a: line("the proxy listens on port 6789"),
      b: line("the printer is called Laura"),
    });
    const index = await open();
    await index.sync();
    expect(await searchArchive(index, "printers")).toMatchObject([{ session: "b", offset: 0 }]);
    appendFileSync(join(dir, "b.jsonl"), line("its toner is magenta"));
    expect(await index.sync()).toMatchObject({ lines: 1 });
    expect((await searchArchive(index, "magenta toner"))[0]).toMatchObject({
      session: "b",
      offset: line("the printer is called Laura").length,
    });
    writeFileSync(join(dir, "c.jsonl.gz"), gzipSync(line("the scanner is called Otto")));
    writeFileSync(join(dir, "a.jsonl"), line("short"));
    await index.sync();
    expect((await searchArchive(index, "Otto"))[0]).toMatchObject({ session: "c" });
    expect((await searchArchive(index, "proxy")).map(({ session }) => session)).not.toContain("a");
    const again = await open();
    expect(await again.sync()).toMatchObject({ bytes: 0, lines: 0, problems: [] });
    expect((await searchArchive(again, "magenta"))[0]).toMatchObject({ session: "b" });
  });

  it("puts many small segments together and finds all the same", async () => {
    const { dir, open } = await archive({});
    const index = await open();
    for (let number = 0; number < 20; number++) {
      writeFileSync(join(dir, `s${number}.jsonl`), line(`machine host${number} is in room r${number}`));
      await index.sync();
    }
    expect(index.segments.size).toBeLessThan(8);
    for (let number = 0; number < 20; number++)
      expect((await searchArchive(index, `host${number}`))[0]).toMatchObject({ session: `s${number}` });
  });

  it("passes over half lines and lines that are none", async () => {
    const { open } = await archive({
      a: `rubbish\n{"type":"message"\n${line("good line")}${line("half").slice(0, 40)}`,
    });
    const index = await open();
    await index.sync();
    expect(await searchArchive(index, "good")).toHaveLength(1);
    expect(await searchArchive(index, "half")).toEqual([]);
  });

  it("uses who speaks, what stands beside, and when", async () => {
    const talk = [
      line("When did you paint the sunrise?", "Caroline"),
      line("Last year, in June!", "Melanie"),
      ...Array.from({ length: 30 }, (_, index) => line(`filler ${index} words`, "Melanie")),
    ];
    const { open } = await archive({
      a: talk.join(""),
      b: line("Caroline paints", "Melanie"),
      c: line("I paint walls", "Caroline"),
    });
    const index = await open();
    await index.sync();
    const hits = await searchArchive(index, "When did Melanie paint a sunrise?", { limit: 3 });
    expect(hits.map(({ offset, session }) => `${session}${offset}`)).toContain(`a${talk[0]!.length}`);
    expect(await searchArchive(index, "paint", { since: "2027" })).toEqual([]);
    expect(await searchArchive(index, "paint", { sessions: new Set(["c"]) })).toMatchObject([
      { session: "c", speaker: "Caroline" },
    ]);
  });
});

it("a history is read back as it was written", () => {
  const text = fc.stringMatching(/^[a-z\u4e00-\u4e20]{1,12}$/);
  const entry = fc.record({
    at: fc.constant(AT),
    session: text,
    task: text,
    outcome: text,
    files: fc.array(text, { maxLength: 3 }),
    skills: fc.array(text, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 5 }), (lines) => {
      expect(parseHistory(formatHistory(lines))).toEqual(lines);
    }),
  );
  expect(parseHistory("rubbish\n\n# x\ta\tb\tc\n")).toEqual([]);
});
