import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashesOf } from "../src/archive/token-scanner.js";
import { ArchiveIndex, searchArchive } from "../src/index.js";
import { temporaryFolder } from "./memory-folder.js";

const WORDS = "alpha beta gamma delta kappa sigma omega lambda theta zeta".split(" ");
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 })
  .map((words) => words.join(" "));
const session = fc.array(text, { minLength: 1, maxLength: 40 });

/** Each line's score, counted one by one as the formula says: BM25, half of it from neighbours, some from the session. */
function plainSearch(sessions: readonly string[][], question: string): Map<string, number> {
  const lines = sessions.flatMap((texts, session) =>
    texts.map((each, index) => ({ session, index, words: hashesOf(each) })),
  );
  const mean = lines.reduce((sum, { words }) => sum + words.length, 0) / lines.length;
  const own = lines.map(({ words }) =>
    [...new Set(hashesOf(question))].reduce((sum, term) => {
      const count = words.filter((word) => word === term).length;
      const having = lines.filter((line) => line.words.includes(term)).length;
      const rarity = Math.log(1 + (lines.length - having + 0.5) / (having + 0.5));
      return sum + (rarity * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * words.length) / mean));
    }, 0),
  );
  const at = (line: number, distance: number) =>
    lines[line + distance]?.session === lines[line]!.session ? own[line + distance]! : 0;
  return new Map(
    lines.map(({ session, index }, line) => {
      const best = Math.max(...own.filter((_, other) => lines[other]!.session === session));
      const beside = 0.45 * (at(line, -1) + at(line, 1)) + 0.15 * (at(line, -2) + at(line, 2));
      return [`${session} ${index}`, own[line]! + beside + 0.15 * best];
    }),
  );
}

it("finds the ten best as a plain count of every line does", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(session, { minLength: 1, maxLength: 4 }),
      text,
      fc.integer({ min: 1, max: 3 }),
      async (sessions, question, parts) => {
        const { index, keyOf } = await indexOf(sessions, parts);
        const hits = await searchArchive(index, question);
        await index.close();
        const scores = plainSearch(sessions, question);
        const best = [...scores.values()].filter((score) => score > 0).sort((a, b) => b - a);
        for (const [rank, hit] of hits.entries()) {
          expect(hit.score).toBeCloseTo(best[rank]!, 3);
          expect(hit.score).toBeCloseTo(scores.get(keyOf(hit))!, 3);
        }
        if (best.length > 0) expect(hits.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: 60 },
  );
});

/** Sessions in as many segments as there are parts, one line an entry. */
async function indexOf(sessions: readonly string[][], parts: number) {
  const folder = temporaryFolder();
  const dir = join(folder, "sessions");
  mkdirSync(dir);
  const keys = new Map<string, string>();
  const index = await ArchiveIndex.open(dir, join(folder, "index"));
  for (const [number, texts] of sessions.entries()) {
    let journal = "";
    for (const [line, each] of texts.entries()) {
      keys.set(`s${number} ${journal.length}`, `${number} ${line}`);
      journal += `${JSON.stringify({ type: "message", turn: 1, message: { role: "user", content: [{ type: "text", text: each }] } })}\n`;
    }
    writeFileSync(join(dir, `s${number}.jsonl`), journal);
    if (number % parts === 0) await index.sync();
  }
  await index.sync();
  return {
    index,
    keyOf: ({ session, offset }: { session: string; offset: number }) => keys.get(`${session} ${offset}`)!,
  };
}
