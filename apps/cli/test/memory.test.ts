import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { model, place, runGa } from "./run-ga.js";

const FACT = "- The proxy listens on port 6789\n";

async function learn() {
  const { env } = await model([
    { toolCalls: [{ name: "code_run", args: { type: "bash", script: "cat proxy.conf" } }] },
    {
      toolCalls: [
        {
          name: "file_write",
          args: { path: "home/memory/global_mem.txt", content: `## [NETWORK]\n${FACT}` },
        },
      ],
    },
    { text: "Noted." },
  ]);
  const where = place(env);
  writeFileSync(join(where.cwd, "proxy.conf"), "proxy listens on port 6789\n");
  const run = await runGa(
    ["run", "--permissions", "full", "-m", "openai/gpt-5", "find the proxy's port"],
    where,
  );
  expect(run.code, run.stderr).toBe(0);
  return where;
}

describe("ga memory", () => {
  it("shows, checks, lists, undoes and brings back what a run learnt", async () => {
    const where = await learn();
    const shown = await runGa(["memory"], where);
    expect(shown.stdout).toContain("1 fact,");
    expect(shown.stdout).toContain("L2 sections: NETWORK");
    expect(await runGa(["memory", "check"], where)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Nothing is damaged."),
    });

    const list = await runGa(["memory", "diff", "--json"], where);
    const change = (list.events as unknown as { n: number; by: string }[][])[0]!.find(
      ({ by }) => by === "file_write",
    )!;
    expect((await runGa(["memory", "diff", String(change.n)], where)).stdout).toContain(`+ ${FACT.trim()}`);
    expect((await runGa(["memory", "undo", String(change.n)], where)).code).toBe(0);
    expect((await runGa(["memory"], where)).stdout).toContain("0 facts");
    const into = join(where.cwd, "earlier");
    await runGa(["memory", "rebuild", "--at", String(change.n), "--into", into], where);
    expect(readFileSync(join(into, "global_mem.txt"), "utf8")).toContain(FACT);
    expect((await runGa(["memory", "rebuild"], where)).stdout).toContain("1 task in the history");
  });

  it("lets no command of the agent stand behind the memory or decide about skills", async () => {
    const where = await learn();
    const called = { ...where, env: { ...where.env, GENERICAGENT_CALL: "x" } };
    for (const args of [
      ["memory", "approve", "global_mem.txt"],
      ["memory", "undo", "3"],
      ["memory", "import", "."],
      ["skill", "promote", "report"],
      ["skill", "retire", "report"],
      ["skill", "import", "."],
      ["skill", "compose", "a", "b"],
    ]) {
      const { code, stderr } = await runGa(args, called);
      expect(code, args.join(" ")).not.toBe(0);
      expect(stderr).toContain("is for the user");
    }
    expect((await runGa(["memory", "check"], called)).code).toBe(0);
  });

  it("brings in a folder of GenericAgent and says what it could not verify", async () => {
    const where = place();
    const theirs = join(where.cwd, "theirs");
    mkdirSync(theirs);
    writeFileSync(
      join(theirs, "global_mem.txt"),
      "# [Global Memory - L2]\n\n## [PATHS]\n- Projects are on drive D\n",
    );
    writeFileSync(
      join(theirs, "global_mem_insight.txt"),
      "# [Global Memory Insight]\nL3: backup_sop | ocr_utils.py\n\n[RULES]\n1. Search first\n",
    );
    writeFileSync(join(theirs, "backup_sop.md"), "# Backup\nStop the server first.\n");
    writeFileSync(join(theirs, "keys_sop.md"), "token = sk-proj-abcdefghijklmnopqrstuvwx\n");
    const imported = await runGa(["memory", "import", theirs], where);
    expect(imported.stdout).toContain("left out keys_sop.md: line 1 looks like an API key");
    expect(imported.stdout).toContain("3 files copied, 1 left out, 2 entries without a proof.");
    const check = await runGa(["memory", "check"], where);
    expect(check).toMatchObject({ code: 0 });
    expect(check.stdout).toContain("backup_sop.md");
    await runGa(["memory", "approve", "backup_sop.md"], where);
    expect((await runGa(["memory", "check"], where)).stdout).not.toContain("backup_sop.md");
    cpSync(theirs, join(where.cwd, "again"), { recursive: true });
    expect((await runGa(["memory", "import", join(where.cwd, "again")], where)).stdout).toContain(
      "0 files copied",
    );
    expect(await runGa(["memory", "import", "nowhere"], where)).toMatchObject({ code: 2 });
  });

  it("says what was changed behind the door", async () => {
    const where = await learn();
    writeFileSync(join(where.dataHome, "memory/moon_sop.md"), "# Moon\n");
    const shown = await runGa(["memory"], where);
    expect(shown.stderr).toContain("Changed behind the door, kept as unproven: moon_sop.md (new)");
  });
});

it("ga sessions lists and searches what was done", async () => {
  const where = await learn();
  expect((await runGa(["sessions"], where)).stdout).toMatch(
    /done +find the proxy's port .*home\/memory\/global_mem\.txt/,
  );
  const found = await runGa(["sessions", "which", "port", "does", "the", "proxy", "listen", "on"], where);
  expect(found.stdout).toContain("proxy listens on port 6789");
  expect((await runGa(["sessions", "xylophone"], where)).stdout).toBe("Nothing fits.\n");
  expect((await runGa(["sessions", "--file", "other"], where)).stdout).toBe("No task fits.\n");
});
