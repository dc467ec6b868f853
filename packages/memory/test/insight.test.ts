import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { syncInsight } from "../src/insight/sync-insight.js";
import { openTestMemory, PROOF, refusal } from "./memory-folder.js";

const proven = { by: "test", receipts: [PROOF] };
const INSIGHT = "global_mem_insight.txt";
const none = { text: "", paged: "", sections: [], names: [], useOf: () => 0 };
const count = (text: string) => text.trimEnd().split("\n").length;

describe("L1", () => {
  it("H3: a thousand facts in a thousand sections leave it at 30 lines, and the rest can be reached", async () => {
    const memory = await openTestMemory();
    const sections = Array.from(
      { length: 1000 },
      (_, index) => `## [SECTION${index}]\n- Machine ${index} is called host${index}\n`,
    );
    await memory.write({ path: "global_mem.txt", text: sections.join("\n"), ...proven });
    const insight = (await memory.read(INSIGHT))!.text;
    expect(count(insight)).toBeLessThanOrEqual(30);
    expect(insight).toContain("More: global_mem_insight_more.txt");
    const more = (await memory.read("global_mem_insight_more.txt"))!.text;
    for (let index = 0; index < 1000; index++)
      expect(`${insight} ${more}`).toMatch(new RegExp(`\\bSECTION${index}\\b`));
  });

  it("H6: no way of writing gets past the cap", async () => {
    const memory = await openTestMemory();
    const { version } = (await memory.read(INSIGHT))!;
    const text = Array.from({ length: 31 }, (_, index) => `when ${index} → a_sop`).join("\n");
    const change = { path: INSIGHT, text, base: version, ...proven, approved: true };
    const writes = [() => memory.write(change), () => memory.writeAll([change])];
    for (const write of writes) expect((await refusal(write())).message).toContain("30 lines");
    for (let index = 0; index < 40; index++)
      await memory.addFact({ section: `S${index}`, text: `- Machine ${index} is host${index}`, ...proven });
    await memory.syncIndex("test");
    expect(count((await memory.read(INSIGHT))!.text)).toBeLessThanOrEqual(30);
  });

  it("keeps the lines of GenericAgent and of the user, and repeats no name that they mention", () => {
    const text =
      "# [Global Memory Insight]\nL3: backup_sop(stop first) | ocr_utils.py\n| vision_sop\n\n[RULES]\n1. Search first\n";
    const synced = syncInsight({
      ...none,
      text,
      sections: ["PATHS"],
      names: ["backup_sop", "ocr_utils.py", "vision_sop", "print"],
    });
    expect(synced.text).toBe(
      "# [Global Memory Insight]\nL3: backup_sop(stop first) | ocr_utils.py\n| vision_sop\nL2 sections: PATHS\nL3 names: print\n\n[RULES]\n1. Search first\n",
    );
    expect(
      syncInsight({ ...none, text: synced.text, names: ["backup_sop", "ocr_utils.py", "vision_sop"] }).text,
    ).toBe(text);
  });

  it("pages the least used lines out, and in again when they are used", () => {
    const pointers = Array.from({ length: 40 }, (_, index) => `topic ${index} → t${index}_sop`);
    const names = pointers.map((_, index) => `t${index}_sop`);
    const text = `# [Global Memory Insight]\n${pointers.slice(0, 29).join("\n")}\n`;
    const paged = `${pointers.slice(29).join("\n")}\n`;
    const useOf = (name: string) => (name === "t35_sop" ? 9 : name === "t3_sop" ? 0 : 1);
    const synced = syncInsight({ ...none, text, paged, names, useOf });
    expect(synced.text).toContain("t35_sop");
    expect(synced.text).not.toContain("topic 3 →");
    expect(synced.paged).toContain("topic 3 →");
  });

  it("has at most 30 lines, loses no name, and is settled after one pass, whatever is there", () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{2,8}$/);
    const line = fc.stringMatching(/^[A-Za-z0-9 →|]{0,40}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(word, { maxLength: 300 }),
        fc.uniqueArray(word, { maxLength: 300 }),
        fc.array(line, { maxLength: 30 }),
        (sections, names, lines) => {
          const synced = syncInsight({
            ...none,
            text: lines.length > 0 ? `${lines.join("\n")}\n` : "",
            sections,
            names,
          });
          if (lines.length <= 28) expect(count(synced.text)).toBeLessThanOrEqual(30);
          for (const name of [...sections, ...names]) expect(synced.text + synced.paged).toContain(name);
          expect(syncInsight({ ...none, ...synced, sections, names })).toEqual(synced);
        },
      ),
      { numRuns: 60 },
    );
  });
});
