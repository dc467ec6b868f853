import { appendFileSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { approveFile, changesOf, checkMemory, diffStates, rebuildState, undoChange } from "../src/index.js";
import { applyPatch, patchBetween } from "../src/journal/text-patch.js";
import { openTestMemory, PROOF, refusal, temporaryFolder } from "./memory-folder.js";

const proven = { by: "test", receipts: [PROOF] };
const JOURNAL = ".ga/changes.jsonl";

async function threeFacts() {
  const memory = await openTestMemory();
  for (const text of [
    "- The proxy listens on port 6789",
    "- Builds need node 20",
    "- The printer is called Laura",
  ])
    await memory.addFact({ section: "A", text, ...proven });
  return memory;
}

it("undoes a change in the middle and keeps what came after", async () => {
  const memory = await threeFacts();
  const second = (await changesOf(memory)).find(({ files }) =>
    files.some(({ patch }) => patch?.added.includes("node 20")),
  )!;
  await undoChange(memory, second.n, "test");
  expect((await memory.read("global_mem.txt"))!.text).toBe(
    "## [A]\n- The proxy listens on port 6789\n- The printer is called Laura\n",
  );
  const undo = (await changesOf(memory)).at(-1)!;
  expect(undo.undoes).toBe(second.n);
  await undoChange(memory, undo.n, "test");
  expect((await memory.read("global_mem.txt"))!.text).toContain("node 20");
  expect(await checkMemory(memory)).toMatchObject({ problems: [], unproven: [] });
});

it("refuses to undo lines that were changed later", async () => {
  const memory = await threeFacts();
  const entry = (await changesOf(memory)).find(({ files }) =>
    files.some(({ patch }) => patch?.added.includes("node 20")),
  )!;
  const { text, version } = (await memory.read("global_mem.txt"))!;
  await memory.write({
    path: "global_mem.txt",
    text: text.replace("node 20", "node 22"),
    base: version,
    ...proven,
  });
  expect((await refusal(undoChange(memory, entry.n, "test"))).code).toBe("memory-conflict");
});

it("rebuilds every state from the journal alone", async () => {
  const memory = await threeFacts();
  await memory.write({
    path: "skills/print/SKILL.md",
    text: `# Print\n${"long ".repeat(20_000)}`,
    ...proven,
  });
  const { last } = memory.store.journal;
  const folder = temporaryFolder();
  expect(await rebuildState(memory, last!.n, folder)).toMatchObject({ lost: [] });
  for (const path of await memory.list())
    expect(readFileSync(join(folder, path))).toEqual(readFileSync(join(memory.dir, path)));
  const early = temporaryFolder();
  await rebuildState(memory, 2, early);
  expect(readFileSync(join(early, "global_mem_insight.txt"), "utf8")).not.toContain("print");
  expect((await diffStates(memory, 2)).map(({ path }) => path)).toContain("skills/print/SKILL.md");
});

it("reports what is unproven until the user approves or undoes it", async () => {
  const memory = await threeFacts();
  appendFileSync(join(memory.dir, "global_mem.txt"), "- The moon is made of cheese\n");
  writeFileSync(join(memory.dir, "moon_sop.md"), "# Moon\n");
  expect((await checkMemory(memory)).problems.map(({ path, what }) => `${path}: ${what}`)).toEqual([
    "global_mem.txt: changed behind the door",
    "moon_sop.md: new behind the door",
    "global_mem_insight.txt: nothing points to moon_sop",
  ]);
  const again = await openTestMemory(memory.dir);
  expect(await checkMemory(again)).toMatchObject({
    problems: [],
    unproven: ["global_mem.txt: - The moon is made of cheese", "moon_sop.md"],
  });
  await approveFile(again, "moon_sop.md", "ga memory approve");
  await undoChange(again, (await changesOf(again)).find(({ outside }) => outside)!.n, "ga memory undo").catch(
    () => {},
  );
  expect((await checkMemory(again)).unproven).not.toContain("moon_sop.md");
});

it("finishes a change that was announced and not made, and forgets one that was half announced", async () => {
  const memory = await threeFacts();
  const journal = join(memory.dir, JOURNAL);
  const facts = join(memory.dir, "global_mem.txt");
  const before = readFileSync(facts);
  await memory.addFact({ section: "A", text: "- The scanner is called Otto", ...proven });
  writeFileSync(facts, before); // as if killed between the journal's line and the file
  expect((await (await openTestMemory(memory.dir)).read("global_mem.txt"))!.text).toContain("Otto");
  truncateSync(journal, readFileSync(journal).length - 7);
  writeFileSync(facts, before); // as if killed in the middle of the line
  const again = await openTestMemory(memory.dir);
  expect((await again.read("global_mem.txt"))!.text).not.toContain("Otto");
  await again.addFact({ section: "A", text: "- The scanner is called Emil", ...proven });
  expect(await checkMemory(again)).toMatchObject({ problems: [], unproven: [] });
});

it("names a damaged line of the journal and loads everything else", async () => {
  const memory = await threeFacts();
  const journal = join(memory.dir, JOURNAL);
  const lines = readFileSync(journal, "utf8").split("\n");
  lines[0] = lines[0]!.slice(0, 20);
  writeFileSync(journal, lines.join("\n"));
  const again = await openTestMemory(memory.dir);
  expect((await again.read("global_mem.txt"))!.text).toContain("Laura");
  expect((await checkMemory(again)).problems.map(({ what }) => what).join()).toContain(
    "line 1 cannot be read",
  );
});

it("a patch and its reverse give the original text, whatever the texts are", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (before, after) => {
      const patch = patchBetween(before, after);
      const back = { at: patch.at, removed: patch.added, added: patch.removed };
      expect(applyPatch(before, patch)).toBe(after);
      expect(applyPatch(after, back)).toBe(before);
    }),
  );
});
