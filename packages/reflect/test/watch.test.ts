import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { watchCommandTrigger, watchFilesTrigger, watchLogTrigger } from "../src/index.js";
import { readNewLines } from "../src/watch/read-new-lines.js";
import { runCommand } from "../src/watch/run-command.js";
import { collect, until } from "./collect.js";
import { tempDir } from "./temp-dir.js";

const fast = { prompt: "look", quietMs: 100, maxWaitMs: 2_000 };

describe("watchFilesTrigger", () => {
  it("makes one bounded task of many changes, and none of its own", async () => {
    const dir = tempDir();
    mkdirSync(join(dir, "node_modules"));
    const host = collect((signal, notify) =>
      watchFilesTrigger({ ...fast, name: "src", paths: [dir], maxListed: 5, signal, notify }),
    );
    const run = host.run(2, ({ id }) => {
      if (host.tasks.length === 1) {
        writeFileSync(join(dir, "made-by-the-task"), id);
        setTimeout(() => writeFileSync(join(dir, "later"), ""), 1_500);
      }
      return { status: "done", text: "" };
    });
    await until(() => host.notices.some(({ code }) => code === "watching"));
    for (let index = 0; index < 20; index++) writeFileSync(join(dir, `f${index}.txt`), "x");
    writeFileSync(join(dir, "node_modules", "hidden"), "x");
    await run;
    expect(host.tasks).toHaveLength(2);
    expect(host.tasks[0]!.title).toBe("src: 20 changed files");
    expect(host.tasks[0]!.prompt).toContain("(15 earlier ones are left out)");
    expect(host.tasks[1]!.prompt).toContain(`new: ${join(dir, "later")}`);
    expect(host.tasks[1]!.prompt).not.toContain("made-by-the-task");
  });
});

describe("watchLogTrigger", () => {
  it("takes new matching lines in batches, over rotation, truncation and a new host", async () => {
    const dir = tempDir();
    const file = join(dir, "app.log");
    const cursorFile = join(dir, "cursor.json");
    writeFileSync(file, "ERROR old\n");
    const open = () =>
      collect((signal, notify) =>
        watchLogTrigger({
          ...{ ...fast, name: "app", file, pattern: /ERROR/g, cursorFile, everyMs: 20, signal, notify },
        }),
      );
    const first = open();
    const run = first.run(2, () => {
      if (first.tasks.length === 1) {
        renameSync(file, `${file}.1`);
        writeFileSync(file, "ERROR after rotation\n");
      }
      return { status: "done", text: "" };
    });
    await until(() => existsSync(cursorFile));
    appendFileSync(file, "info\nERROR one\nERROR two\nERR");
    await run;
    expect(first.tasks[0]!.prompt).toContain("<happened>\nERROR one\nERROR two\n</happened>");
    expect(first.tasks[1]!.prompt).toContain("<happened>\nERROR after rotation\n</happened>");

    appendFileSync(file, "ERROR while no host was there\n");
    const second = open();
    await second.run(1);
    expect(second.tasks[0]!.prompt).toContain("<happened>\nERROR while no host was there\n</happened>");
  });

  it("reads whole lines only, begins anew after truncation, and waits for a file that comes later", async () => {
    const file = join(tempDir(), "log");
    let { cursor } = await readNewLines(file, undefined);
    writeFileSync(file, "a\nb\nhal");
    const read = async () => {
      const result = await readNewLines(file, cursor);
      cursor = result.cursor;
      return result.lines;
    };
    expect(await read()).toEqual(["a", "b"]);
    appendFileSync(file, "f\r\nü\n");
    expect(await read()).toEqual(["half", "ü"]);
    truncateSync(file, 0);
    appendFileSync(file, "c\n");
    expect(await read()).toEqual(["c"]);
    expect(await read()).toEqual([]);
  });
});

describe("watchCommandTrigger", () => {
  it("starts a task when the output changes, also from one host to the next", async () => {
    const dir = tempDir();
    const state = join(dir, "state");
    const cursorFile = join(dir, "cursor.json");
    writeFileSync(state, "up\n");
    const command = `"${process.execPath}" -e "process.stdout.write(fs.readFileSync('${state.replaceAll("\\", "/")}'))"`;
    const open = () =>
      collect((signal, notify) =>
        watchCommandTrigger({ ...fast, name: "state", command, cursorFile, everyMs: 20, signal, notify }),
      );
    const first = open();
    const run = first.run(1);
    await until(() => existsSync(cursorFile));
    writeFileSync(state, "down\n");
    await run;
    expect(first.tasks[0]!.prompt).toContain("<happened>\ndown\n</happened>");
    writeFileSync(state, "up again\n");
    const second = open();
    await second.run(1);
    expect(second.tasks[0]!.prompt).toContain("up again");
  });

  it("with a pattern, starts when it matches at once; a failing command is named and tried on", async () => {
    const host = collect((signal, notify) =>
      watchCommandTrigger({
        ...fast,
        name: "p",
        command: "echo ok && echo ALARM 7",
        pattern: /ALARM/,
        signal,
        notify,
      }),
    );
    await host.run(1);
    expect(host.tasks[0]!.prompt).toContain("<happened>\nALARM 7\n</happened>");
  });

  it("ends a command that hangs, with its children, and bounds what it keeps", async () => {
    const dir = tempDir();
    const pidFile = join(dir, "pid");
    const hang = `"${process.execPath}" -e "fs.writeFileSync('${pidFile.replaceAll("\\", "/")}', String(process.pid)); setTimeout(() => {}, 60000)"`;
    const { code } = await runCommand(hang, { limitMs: 3_000 });
    expect(code).toBeUndefined();
    const pid = Number(readFileSync(pidFile, "utf8"));
    await until(() => !alive(pid));
    const loud = `"${process.execPath}" -e "process.stdout.write('x'.repeat(1e6))"`;
    expect((await runCommand(loud, { limitMs: 20_000 })).output.length).toBeLessThanOrEqual(200_000);
  });
});

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
