import { describe, expect, it } from "vitest";
import type { Action, ActionKind } from "../src/permissions/action.js";
import { ACTION_KINDS } from "../src/permissions/action.js";
import { commandPattern } from "../src/permissions/command-pattern.js";
import { decide } from "../src/permissions/decide.js";
import { fitsPath, fitsText } from "../src/permissions/fits-pattern.js";
import { addRules, type Decision, policyOf } from "../src/permissions/policy.js";
import type { Preset } from "../src/permissions/presets.js";
import { rulesFor } from "../src/permissions/rules-for.js";

const places = { workspace: "/home/me/work", home: "/home/me" };
const action = (kind: ActionKind, more: Partial<Action> = {}): Action => ({
  kind,
  tool: "code_run",
  target: "/home/me/work/a.txt",
  ...more,
});

describe("presets", () => {
  type Row = [ActionKind | "danger" | "sandboxed", ...Decision[]];
  const presets: Preset[] = ["careful", "auto", "unattended", "read-only", "full"];
  const table: Row[] = [
    ["read", "allow", "allow", "allow", "allow", "allow"],
    ["write-inside", "ask", "allow", "allow", "deny", "allow"],
    ["write-outside", "ask", "ask", "allow", "deny", "allow"],
    ["execute", "ask", "ask", "allow", "deny", "allow"],
    ["network", "ask", "ask", "allow", "deny", "allow"],
    ["browser", "ask", "ask", "allow", "deny", "allow"],
    ["device", "ask", "ask", "allow", "deny", "allow"],
    ["memory-write", "allow", "allow", "allow", "deny", "allow"],
    ["sandboxed", "ask", "allow", "allow", "deny", "allow"],
    ["danger", "ask", "ask", "ask", "deny", "allow"],
  ];
  it.for(table)("%s", ([what, ...expected]) => {
    const kind = what === "sandboxed" ? "execute" : what === "danger" ? "read" : what;
    const more = {
      ...(what === "sandboxed" && { sandboxed: true as const }),
      ...(what === "danger" && { danger: "a credential file", sandboxed: true as const }),
    };
    const decided = presets.map(
      (preset) => decide(policyOf({ preset }), action(kind, more), places).decision,
    );
    expect(decided).toEqual(expected);
  });

  it("leaves no kind undecided and names the rule", () => {
    for (const preset of presets)
      for (const kind of ACTION_KINDS)
        expect(decide(policyOf({ preset }), action(kind), places).rule).toMatch(new RegExp(`^${preset}: `));
    expect(decide({ preset: "auto", rules: [] }, action("read"), places)).toEqual({
      decision: "ask",
      rule: "no rule fits",
    });
  });
});

describe("rules", () => {
  it("come in the order: forbidden, remembered, config, preset", () => {
    const policy = policyOf(
      {
        preset: "careful",
        rules: [
          { decision: "ask", action: "execute", match: "make *" },
          { decision: "deny", action: "execute", match: "make deploy*" },
        ],
      },
      [{ decision: "allow", action: "execute", match: "make *" }],
    );
    const rule = (target: string) => decide(policy, action("execute", { target }), places);
    expect(rule("make deploy")).toEqual({ decision: "deny", rule: 'config: deny execute "make deploy*"' });
    expect(rule("make test")).toEqual({ decision: "allow", rule: 'remembered: allow execute "make *"' });
    expect(rule("ls")).toEqual({ decision: "ask", rule: "careful: ask everything else" });
  });

  it("fit by tool, kind, sandbox and workspace", () => {
    const allows = (rule: object, more: Partial<Action> = {}) =>
      decide(
        policyOf({ preset: "read-only", rules: [{ decision: "allow", ...rule }] }),
        action("network", more),
        places,
      ).decision === "allow";
    expect(allows({})).toBe(true);
    expect(allows({ tool: ["code_run", "x"] })).toBe(true);
    expect(allows({ tool: "file_write" })).toBe(false);
    expect(allows({ action: ["read", "network"] })).toBe(true);
    expect(allows({ action: "read" })).toBe(false);
    expect(allows({ sandboxed: true })).toBe(false);
    expect(allows({ sandboxed: false })).toBe(true);
    expect(allows({ sandboxed: true }, { sandboxed: true })).toBe(true);
    expect(allows({ workspace: "/home/me/work" })).toBe(true);
    expect(allows({ workspace: "/elsewhere" })).toBe(false);
  });

  it("allow what is dangerous only where they say so", () => {
    const decision = (danger: boolean | undefined) =>
      decide(
        policyOf({
          preset: "careful",
          rules: [{ decision: "allow", action: "execute", ...(danger !== undefined && { danger }) }],
        }),
        action("execute", { danger: "a force push" }),
        places,
      ).decision;
    expect(decision(undefined)).toBe("ask");
    expect(decision(false)).toBe("ask");
    expect(decision(true)).toBe("allow");
  });

  it("are added after what the user forbids", () => {
    const policy = policyOf({
      preset: "read-only",
      rules: [{ decision: "deny", match: "/home/me/work/secret/**" }],
    });
    const more = addRules(policy, [{ decision: "allow", action: "write-inside" }], "session");
    const decision = (target: string) => decide(more, action("write-inside", { target }), places).decision;
    expect(decision("/home/me/work/secret/x")).toBe("deny");
    expect(decision("/home/me/work/x")).toBe("allow");
    expect(addRules({ preset: "full", rules: [] }, [{ decision: "allow" }], "session").rules).toHaveLength(1);
  });
});

it.for<[pattern: string, path: string, fits: boolean]>([
  ["src/**", "/home/me/work/src/a/b.ts", true],
  ["src/**", "/home/me/work/src", true],
  ["src/**", "/home/me/work/srcs/a", false],
  ["src/*", "/home/me/work/src/a.ts", true],
  ["src/*", "/home/me/work/src/a/b.ts", false],
  ["*.md", "/home/me/work/README.md", true],
  ["**/*.md", "/home/me/work/docs/x.md", true],
  ["~/notes/**", "/home/me/notes/x", true],
  ["~", "/home/me", true],
  ["/etc/*.conf", "/etc/a.conf", true],
  ["/etc/*.conf", "/etc/axconf", false],
  ["a?.txt", "/home/me/work/ab.txt", true],
  ["a+(b).txt", "/home/me/work/a+(b).txt", true],
])("the path pattern %s and %s: %s", ([pattern, path, fits]) =>
  expect(fitsPath(pattern, path, places)).toBe(fits),
);

it.for<[pattern: string, text: string, fits: boolean]>([
  ["git log *", "git log", true],
  ["git log *", "git log -3", true],
  ["git log *", "git logs", false],
  ["npm *", "npm test\nx", true],
  ["*.example.com", "api.example.com", true],
  ["*.example.com", "example.com.evil.org", false],
  ["a.b", "axb", false],
])("the text pattern %s and %s: %s", ([pattern, text, fits]) => expect(fitsText(pattern, text)).toBe(fits));

it.for<[command: string, pattern: string]>([
  ["git commit -m x", "git commit *"],
  ["git push origin main", "git push *"],
  ["npm run build -- --fast", "npm run build *"],
  ["npm test", "npm test *"],
  ["make all", "make all *"],
  ["python3 -m pytest tests", "python3 -m pytest *"],
  ["python3 tool.py a", "python3 tool.py *"],
  ["sudo apt-get install x", "sudo apt-get install *"],
  ["sed -i s/a/b/ x", "sed *"],
  ["python", "python"],
  ["LD_PRELOAD=… ls -a", "LD_PRELOAD=… ls -a"],
])("%s is remembered as %s", ([command, pattern]) => expect(commandPattern(command)).toBe(pattern));

it("remembers the same kind of thing in the same place, and nothing dangerous", () => {
  const rules = rulesFor(
    [
      action("write-inside"),
      action("write-outside", { target: "/data/out/x" }),
      action("network", { target: "api.example.com" }),
      action("browser", { target: "click()" }),
    ],
    "web_execute_js",
    "/w",
  );
  expect(rules).toEqual([
    { decision: "allow", action: "write-inside", workspace: "/w" },
    { decision: "allow", action: "write-outside", match: "/data/out/**" },
    { decision: "allow", action: "network", match: "api.example.com" },
    { decision: "allow", action: "browser", tool: "web_execute_js", workspace: "/w" },
  ]);
  expect(rulesFor([action("read"), action("execute", { danger: "x" })], "code_run", "/w")).toEqual([]);
});
