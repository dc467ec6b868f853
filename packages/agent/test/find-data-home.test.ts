import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findDataHome } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const at = (cwd: string, env: NodeJS.ProcessEnv, platform: NodeJS.Platform) =>
  findDataHome({ cwd, env, platform, homeDir: "/home/ada" });

describe("findDataHome", () => {
  it("prefers GA_HOME, relative to the folder it is used in", () => {
    expect(at("/tmp", { GA_HOME: "/srv/ga" }, "linux")).toBe("/srv/ga");
    expect(at("/tmp", { GA_HOME: "ga" }, "linux")).toBe("/tmp/ga");
  });

  it("finds .genericagent in a folder above", () => {
    const dir = tempDir();
    mkdirSync(join(dir, ".genericagent"));
    mkdirSync(join(dir, "a", "b"), { recursive: true });
    expect(at(join(dir, "a", "b"), {}, "linux")).toBe(join(dir, ".genericagent"));
  });

  it.each([
    ["linux", {}, "/home/ada/.local/share/genericagent"],
    ["linux", { XDG_DATA_HOME: "/data" }, "/data/genericagent"],
    ["darwin", {}, "/home/ada/Library/Application Support/genericagent"],
    ["win32", { LOCALAPPDATA: "/local" }, "/local/genericagent"],
  ] as const)("falls back to the user's data folder on %s %j", (platform, env, expected) => {
    expect(at(tempDir(), env, platform)).toBe(expected);
  });
});
