import { expect, it, onTestFinished, vi } from "vitest";
import type { BackgroundEntry, BackgroundList } from "../src/background-list.js";
import { psCommand } from "../src/ps-command.js";

/** Runs the command on a list; gives the exit code and what it printed. */
async function ps(options: Parameters<typeof psCommand>[0], processes: BackgroundEntry[]) {
  const printed = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    const spy = vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += text;
      return true;
    });
    onTestFinished(() => spy.mockRestore());
  }
  const ended: unknown[] = [];
  const list: BackgroundList = {
    list: async () => processes,
    end: async (pids) => {
      ended.push(pids);
      return processes.filter(({ pid }) => !pids || pids.includes(pid));
    },
  };
  return { code: await psCommand(options, list), ended, ...printed };
}

const server = { pid: 41, command: "python3 -m http.server", group: 41 };
const worker = { pid: 42, command: "worker\u001b[2J", group: 41 };

it("lists what is left, ends one process or all, and says where there is nothing", async () => {
  expect((await ps({}, [server, worker])).stdout).toMatch(
    / 41 {2}python3 -m http.server\n +42 {2}worker\\u001b/,
  );
  expect((await ps({}, [])).stdout).toBe("No session left anything running.\n");
  expect(JSON.parse((await ps({ json: true }, [server])).stdout)).toEqual([server]);
  expect(await ps({ end: "41" }, [server, worker])).toMatchObject({ code: 0, ended: [[41]] });
  expect(await ps({ end: "all" }, [server])).toMatchObject({ code: 0, ended: [undefined] });
  expect(await ps({ end: "7" }, [server])).toMatchObject({
    code: 1,
    stdout: "No session left a process 7.\n",
  });
  expect(await ps({ end: "-1" }, [server])).toMatchObject({ code: 2, ended: [] });
});
