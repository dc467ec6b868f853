import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const folders = (parent: string): string[] => readdirSync(parent).map((name) => `${parent}/${name}`);

/** The tests start real processes and sockets, on machines that may be slow: limits are for what hangs. */
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  env: { NO_COLOR: "1" }, // CI has colours on
};

/** A project for each package; where it needs plugins, on top of its own config. */
const projectOf = (root: string) => {
  const own = `${root}/vitest.config.ts`;
  return {
    extends: existsSync(own) ? (`./${own}` as const) : (true as const),
    test: { ...patient, name: root, root },
  };
};

export default defineConfig({
  test: {
    // Most of the time goes into waiting for processes: a core less, which is the default, would double it on small machines.
    maxWorkers: "100%",
    projects: [...folders("packages"), ...folders("apps"), "examples"].map(projectOf),
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**", "apps/*/src/**"],
      reporter: ["text", "json-summary"],
    },
  },
});
