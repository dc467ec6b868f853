import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text, userMessage } from "@genericagent/core-loop";
import { ScriptedSession, type SessionScript } from "@genericagent/llm/testing";
import { expect, it } from "vitest";
import {
  compressSessions,
  createAgent,
  findTasks,
  journalPath,
  listSessions,
  readJournal,
  searchSessions,
} from "../src/index.js";
import { distilSession } from "../src/sessions/distil-session.js";
import { tempDir } from "./temp-dir.js";

async function runTask(cwd: string, task: string, script: SessionScript, resume?: string): Promise<string> {
  const agent = createAgent({
    ...{ cwd, dataHome: join(cwd, ".genericagent"), permissions: "full" as const },
    ...(resume && { resume }),
    createSession: (history) => new ScriptedSession(script, { history }),
  });
  const { id } = await agent.open();
  for await (const _ of agent.run(task));
  await agent.close();
  return id;
}

async function twoSessions() {
  const cwd = tempDir();
  writeFileSync(join(cwd, "invoices.csv"), "customer,total\nMiller,199\n");
  const write = { name: "file_write", args: { path: "report.md", content: "Miller owes 199" } };
  const first = await runTask(cwd, "Sum up the invoices of Miller", [
    { toolCalls: [{ name: "code_run", args: { type: "bash", script: "cat invoices.csv" } }] },
    { toolCalls: [write] },
    { text: "Miller owes 199 in all." },
  ]);
  const second = await runTask(cwd, "把发票改名", [{ text: "没有需要改名的发票。" }]);
  return { cwd, dataHome: join(cwd, ".genericagent"), first, second };
}

it("lists the tasks with their outcome, files and skills, and finds them by each", async () => {
  const { dataHome, first, second } = await twoSessions();
  const all = await findTasks(dataHome, {});
  expect(all.map(({ session, task, outcome, files }) => ({ session, task, outcome, files }))).toEqual(
    expect.arrayContaining([
      { session: first, task: "Sum up the invoices of Miller", outcome: "done", files: ["report.md"] },
      { session: second, task: "把发票改名", outcome: "done", files: [] },
    ]),
  );
  expect(await findTasks(dataHome, { file: "report" })).toMatchObject([{ session: first }]);
  expect(await findTasks(dataHome, { skill: "none" })).toEqual([]);
  expect(await findTasks(dataHome, { until: "2001" })).toEqual([]);
});

it("counts a skill as used when code_run, a command or a read of its files named it", () => {
  const call = (args: object) => ({
    ...{ type: "tool-start", turn: 1 },
    call: { type: "tool-call", id: "c", name: "code_run", args },
  });
  const journal = [
    { type: "message", at: "2026-01-01", turn: 1, message: userMessage([text("Sum it up")]) },
    call({ skill: "sum-up", params: { input: "a.csv" } }),
    call({ type: "bash", script: "ga skill run other --param x=1" }),
    call({ skill: "sum-up" }),
  ];
  const lines = distilSession("s", journal.map((entry) => JSON.stringify(entry)).join("\n"));
  expect(lines).toMatchObject([{ task: "Sum it up", skills: ["sum-up", "other"] }]);
});

it("finds lines by their words, in any script, also in what was said since", async () => {
  const { cwd, dataHome, first, second } = await twoSessions();
  expect((await searchSessions(dataHome, { text: "invoice of miller" }))[0]).toMatchObject({
    session: first,
  });
  expect((await searchSessions(dataHome, { text: "改名" }))[0]).toMatchObject({ session: second });
  const owes = await searchSessions(dataHome, { text: "customer total", file: "report.md" });
  expect(owes[0]!.excerpt).toContain("customer,total");
  await runTask(cwd, "And what about the xylophone?", [{ text: "It is not in the list." }], first);
  expect((await searchSessions(dataHome, { text: "xylophones" }))[0]).toMatchObject({
    session: first,
    speaker: "user",
  });
});

it("compresses ended sessions; they are still found, read and gone on with", async () => {
  const { cwd, dataHome, first } = await twoSessions();
  await searchSessions(dataHome, { text: "miller" });
  const path = journalPath(dataHome, first);
  utimesSync(path, new Date("2020-01-01"), new Date("2020-01-01"));
  const before = readFileSync(path);
  expect(await compressSessions(dataHome, { dryRun: true })).toMatchObject([
    { id: first, before: before.length },
  ]);
  expect(await compressSessions(dataHome)).toHaveLength(1);
  expect(existsSync(path)).toBe(false);
  expect(await listSessions(dataHome)).toContain(first);
  expect((await readJournal(dataHome, first)).conversation.ended).toBe("done");
  expect((await searchSessions(dataHome, { text: "customer total" }))[0]).toMatchObject({ session: first });
  await runTask(cwd, "Once more", [{ text: "Still 199." }], first);
  expect(readFileSync(path).subarray(0, before.length).equals(before)).toBe(true);
});

it("makes a damaged index anew, and says which", async () => {
  const { dataHome, first } = await twoSessions();
  await searchSessions(dataHome, { text: "miller" });
  const folder = join(dataHome, "memory/.ga/index");
  const { segments } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  writeFileSync(join(folder, segments[0]), "GASEG01\nrubbish");
  const problems: string[] = [];
  const hits = await searchSessions(dataHome, { text: "miller" }, (problem) => problems.push(problem));
  expect(problems).toEqual([expect.stringContaining(`${segments[0]} was damaged`)]);
  expect(hits[0]).toMatchObject({ session: first });
  writeFileSync(join(folder, "manifest.json"), "{");
  expect((await searchSessions(dataHome, { text: "miller" }))[0]).toMatchObject({ session: first });
});
