import { existsSync, readdirSync } from "node:fs";
import { defineConfig } from "vitest/config";

const folders = (parent: string): string[] => readdirSync(parent).map((name) => `${parent}/${name}`);

/** A project for each package; the tests start real processes and sockets, so they may take their time. Output has no colours: CI has them on. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // Most of the time goes into waiting for processes: a core less, which is the default, would double it on small machines.
    maxWorkers: "100%",
    projects: [...folders("packages"), ...folders("apps"), "examples"].map((root) =>
      existsSync(`${root}/vitest.config.ts`)
        ? root
        : { extends: true as const, test: { name: root, root, env: { NO_COLOR: "1" } } },
    ),
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**", "apps/*/src/**"],
      reporter: ["text", "json-summary"],
    },
  },
});
