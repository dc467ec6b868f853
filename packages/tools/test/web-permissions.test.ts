import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { type BrowserPort, type PermissionDecision, policyOf } from "../src/index.js";
import { temporaryFolder, toolBench } from "./tool-bench.js";

/** A port whose browser does nothing: here only the policy is looked at. */
const idle: BrowserPort = {
  tabs: async () => [],
  switchTab: async () => {},
  scan: async () => undefined,
  run: async () => ({ text: "ran" }),
};

async function actionsOf(name: string, args: { [name: string]: string }) {
  const { call, cwd } = toolBench({
    cwd: temporaryFolder(),
    browser: idle,
    permissions: { policy: policyOf({ preset: "read-only" }) },
  });
  const { events, isError, text } = await call(name, args);
  const notice = events.find(({ type }) => type === "notice") as { data: PermissionDecision } | undefined;
  return { cwd, isError, text, actions: notice?.data.actions.map(({ kind, target }) => ({ kind, target })) };
}

it("a view is a read; a script acts in the browser, and is not run where that is denied", async () => {
  expect(await actionsOf("web_scan", {})).toMatchObject({ actions: [{ kind: "read", target: "web page" }] });
  expect(await actionsOf("web_execute_js", { script: "1" })).toMatchObject({
    actions: [{ kind: "browser", target: "1" }],
    isError: true,
  });
});

it("files that a script uploads or opens are read, and the file it saves to is written", async () => {
  const secret = pathToFileURL("/etc/passwd").href;
  const script = `ga.upload('e1', 'a.txt')\nga.open("${secret}")\n1`;
  const { actions, cwd } = await actionsOf("web_execute_js", { script, save_to_file: "out.txt" });
  expect(actions).toEqual([
    { kind: "browser", target: script },
    { kind: "write-inside", target: join(cwd, "out.txt") },
    { kind: "read", target: join(cwd, "a.txt") },
    { kind: "read", target: resolve("/etc/passwd") },
  ]);
});
