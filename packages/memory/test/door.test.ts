import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTestMemory, PROOF, refusal } from "./memory-folder.js";

const FACTS = "global_mem.txt";
const proven = { by: "test", receipts: [PROOF] };

it("makes a new folder with rules and an index", async () => {
  const memory = await openTestMemory();
  expect(await memory.list()).toEqual(["global_mem_insight.txt", "memory_management_sop.md"]);
  expect(await memory.promptIndex()).toContain("memory_management_sop.md");
});

it("writes what a receipt proves, and points to it from L1", async () => {
  const memory = await openTestMemory();
  const text = "## [NETWORK]\n- The proxy listens on port 6789\n";
  const written = await memory.write({ path: FACTS, text, ...proven });
  expect(written?.text).toBe(text);
  expect(readFileSync(join(memory.dir, FACTS), "utf8")).toBe(text);
  expect(await memory.promptIndex()).toContain("L2 sections: NETWORK");
});

it("no execution, no memory: refuses an entry without a receipt, and with a wrong one", async () => {
  const memory = await openTestMemory();
  const text = "## [NETWORK]\n- The proxy listens on port 6789\n";
  const none = await refusal(memory.write({ path: FACTS, text, by: "test" }));
  expect(none.message).toContain("nothing proves");
  const wrong = { ...PROOF, outputHash: "0".repeat(64) };
  const forged = await refusal(memory.write({ path: FACTS, text, by: "test", receipts: [wrong] }));
  expect(forged.message).toContain("proves nothing: no such call succeeded");
  expect(await memory.read(FACTS)).toBeUndefined();
});

it("H1: of two writers that read the same version, the second is refused", async () => {
  const memory = await openTestMemory();
  const first = await memory.write({ path: FACTS, text: "## [A]\n- a is 1\n", ...proven });
  const base = first!.version;
  await memory.write({ path: FACTS, text: "## [A]\n- a is 1\n- b is 2\n", base, ...proven });
  const lost = await refusal(
    memory.write({ path: FACTS, text: "## [A]\n- a is 1\n- c is 3\n", base, ...proven }),
  );
  expect(lost.code).toBe("memory-conflict");
  expect((await memory.read(FACTS))!.text).toContain("b is 2");
});

it("H4: what is recalled and stored again fifty times stays one entry", async () => {
  const memory = await openTestMemory();
  const fact = { section: "NETWORK", text: "- The proxy listens on port 6789", ...proven };
  await memory.addFact(fact);
  const told = [
    "- the proxy  listens on port 6789.",
    "- Proxy listens on port: 6789",
    "* The proxy listens on the port 6789",
  ];
  for (let round = 0; round < 50; round++)
    expect((await refusal(memory.addFact({ ...fact, text: told[round % 3]! }))).message).toContain(
      "is known already",
    );
  expect((await memory.read(FACTS))!.text.split("\n").filter((line) => line.includes("6789"))).toHaveLength(
    1,
  );
  await memory.addFact({ ...fact, text: "- The proxy listens on port 6790" });
});

it("keeps what is verified: refuses to drop entries, allows to reword, correct and move them", async () => {
  const memory = await openTestMemory();
  const text =
    "## [A]\n- The proxy listens on port 6789\n- Builds need node 20\n- The printer is called Laura\n";
  const { version: base } = (await memory.write({ path: FACTS, text, ...proven }))!;
  const dropped = await refusal(
    memory.write({ path: FACTS, text: "## [A]\n- The proxy listens on port 6789\n", base, ...proven }),
  );
  expect(dropped.message).toContain('drop 2 verified entries, such as "- Builds need node 20"');
  const corrected = text.replace("6789", "6790").replace("Builds need node 20", "Builds need node 22");
  const after = await memory.write({ path: FACTS, text: corrected, base, ...proven });
  const moved = corrected.replace("- The printer is called Laura\n", "");
  await memory.writeAll([
    { path: FACTS, text: moved, base: after!.version, ...proven },
    { path: "printing_sop.md", text: "# Printing\n\nThe printer is called Laura.\n", ...proven },
  ]);
  expect(await memory.list()).toContain("printing_sop.md");
});

it("measures many small cuts against what was proven last", async () => {
  const memory = await openTestMemory();
  const words = Array.from({ length: 40 }, (_, index) => `step${index}`);
  const text = (count: number) => `# Way\n${words.slice(0, count).join("\n")}\n`;
  let file = (await memory.write({ path: "way_sop.md", text: text(40), ...proven }))!;
  for (const left of [32, 26])
    file = (await memory.write({ path: "way_sop.md", text: text(left), base: file.version, by: "test" }))!;
  const cut = memory.write({ path: "way_sop.md", text: text(18), base: file.version, by: "test" });
  expect((await refusal(cut)).message).toContain("would lose 54 %");
});

it("refuses volatile state and secrets, also when the user approved", async () => {
  const memory = await openTestMemory();
  const cases: [text: string, reason: string][] = [
    ["- The server runs as pid 4711", "a process id"],
    ["- Last seen 2026-03-01 10:22", "a timestamp"],
    ["- Output went to /tmp/report-x1.csv", "a temporary path"],
    ["- Done in session 20260301-102233-a1b2c3", "a session id"],
    ["- The key is sk-proj-abcdefghijklmnopqrstuvwx", "an API key"],
    ["- password: hunter2hunter2", "a password"],
    ["- The database is postgres://joe:s3cr3tpw@db/x", "a password in a URL"],
  ];
  for (const [text, reason] of cases) {
    const write = memory.addFact({ section: "A", text, ...proven, approved: true });
    expect((await refusal(write)).message, text).toContain(reason);
  }
  await memory.addFact({
    section: "A",
    text: "- The key stands in $OPENAI_API_KEY; password: $DB_PASSWORD",
    ...proven,
  });
});

it("keeps the insight at 30 lines whoever writes", async () => {
  const memory = await openTestMemory();
  const { text, version } = (await memory.read("global_mem_insight.txt"))!;
  const long = text + Array.from({ length: 31 }, (_, index) => `when ${index} → a_sop`).join("\n");
  const no = await refusal(
    memory.write({ path: "global_mem_insight.txt", text: long, base: version, by: "test" }),
  );
  expect(no.message).toContain("may have 30 lines");
});

it("refuses paths that lead elsewhere or into what is the host's", async () => {
  const memory = await openTestMemory();
  const paths = [
    "../x.md",
    "/etc/x",
    "a/../b.md",
    "a\\b.md",
    ".ga/changes.jsonl",
    ".git/config",
    "",
    "Global_Mem_Insight.txt",
    "global_mem.txt:x",
    "L4_raw_sessions/x.jsonl",
    "skills/con/SKILL.md",
  ];
  for (const path of paths)
    expect((await refusal(memory.write({ path, text: "x", ...proven, approved: true }))).code, path).toBe(
      "memory-refused",
    );
});

it("takes in what was changed behind the door, and says so", async () => {
  const memory = await openTestMemory();
  writeFileSync(join(memory.dir, "backup_sop.md"), "# Backup\n");
  const seen: string[] = [];
  const again = await openTestMemory(memory.dir, {
    onOutside: (all) => seen.push(...all.map(({ kind, path }) => `${kind} ${path}`)),
  });
  expect(seen).toEqual(["new backup_sop.md"]);
  expect(await again.promptIndex()).toContain("backup_sop");
});
