import { PassThrough } from "node:stream";
import type { PermissionRequest } from "@genericagent/tools";
import { describe, expect, it } from "vitest";
import { askPermission } from "../src/ask-permission.js";
import { printable } from "../src/printable.js";

const request = (more: Partial<PermissionRequest> = {}): PermissionRequest => ({
  call: { type: "tool-call", id: "1", name: "code_run", args: {} },
  actions: [
    { kind: "execute", target: "make deploy", decision: "ask", rule: "careful: ask everything else" },
  ],
  preview: { kind: "code", text: "make deploy" },
  rules: [{ decision: "allow", action: "execute", match: "make *" }],
  ...more,
});

/** Asks, and types each text when the question stands on the screen. */
async function ask(typed: (string | null)[], asked = request(), early = "") {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  let next = 0;
  output.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (!text.includes("›") || next >= typed.length) return;
    const answer = typed[next++];
    if (answer === null) input.end();
    else input.write(answer);
  });
  if (early) input.write(early);
  const answer = await askPermission(asked, new AbortController().signal, { input, output });
  return { answer, shown };
}

describe("askPermission", () => {
  it.for<[typed: string | null, answer: object]>([
    ["\n", { decision: "deny" }],
    [" \n", { decision: "deny" }],
    [null, { decision: "deny" }],
    ["n\n", { decision: "deny" }],
    ["y\n", { decision: "allow" }],
    ["YES\n", { decision: "allow" }],
    ["s\n", { decision: "allow", remember: "session" }],
    ["a\n", { decision: "allow", remember: "always" }],
    ["yy\n", { decision: "deny", reason: "yy" }],
    ["use staging instead\n", { decision: "deny", reason: "use staging instead" }],
  ])("takes %j as an answer", async ([typed, expected]) => {
    expect((await ask([typed])).answer).toEqual(expected);
  });

  it("does not take what was typed before the question for an answer", async () => {
    expect((await ask(["\n"], request(), "y\ny\n")).answer).toEqual({ decision: "deny" });
    expect((await ask([null], request(), "a\n")).answer).toEqual({ decision: "deny" });
  });

  it("remembers nothing of what is asked each time", async () => {
    const once = request({ rules: [] });
    const { answer, shown } = await ask(["a\n"], once);
    expect(answer).toEqual({ decision: "deny" });
    expect(shown).not.toContain("always");
    expect((await ask(["y\n"], once)).answer).toEqual({ decision: "allow" });
  });

  it("shows what will happen, who asks, and all of a long preview on demand", async () => {
    const text = Array.from({ length: 60 }, (_, index) => `line ${index}`).join("\n");
    const { shown, answer } = await ask(["v\n", "y\n"], request({ preview: { kind: "code", text } }));
    expect(shown).toContain("May code_run do this?");
    expect(shown).toContain("run: make deploy");
    expect(shown).toContain("asked by careful: ask everything else");
    expect(shown).toContain("20 more lines");
    expect(shown).toContain("line 59");
    expect(answer).toEqual({ decision: "allow" });
  });

  it("shows no text that rewrites the screen", async () => {
    const text = "echo safe\u001b[2K\rrm -rf ~\u202e";
    const { shown } = await ask(["\n"], request({ preview: { kind: "code", text } }));
    expect(shown).toContain("echo safe\\u001b[2K\\u000drm -rf ~\\u202e");
    expect(printable("a\tb\r\nc")).toBe("a\tb\nc");
  });

  it("ends with the run", async () => {
    const controller = new AbortController();
    const [input, output] = [new PassThrough(), new PassThrough()];
    output.on("data", (text) => String(text).includes("›") && controller.abort());
    await expect(askPermission(request(), controller.signal, { input, output })).rejects.toMatchObject({
      name: "AbortError",
    });
  });
});
