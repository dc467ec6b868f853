import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { policyOf, type SkillPort, type SkillScript } from "../src/index.js";
import { toolBench } from "./tool-bench.js";

const script = (code: string, more: Partial<SkillScript> = {}): SkillScript => ({
  type: "javascript",
  code,
  env: {},
  isCheck: false,
  ...more,
});

const portOf = (...steps: SkillScript[]): SkillPort & { asked: unknown[] } => {
  const asked: unknown[] = [];
  return {
    asked,
    plan: async (name, params) => {
      asked.push([name, params]);
      if (name === "gone") throw new Error("There is no skill gone. There is: sums.");
      return { step: (index) => steps[index] };
    },
  };
};

describe("code_run with a skill", () => {
  it("runs its steps one after another, parameters as data, and says that the check passed", async () => {
    const value = `"; process.exit(7); "`;
    const skills = portOf(
      script(`require("fs").writeFileSync("a.txt", process.env.SKILL_X); console.log("one")`, {
        env: { SKILL_X: value },
      }),
      script("console.log('two')"),
      script(`process.exit(require("fs").existsSync("a.txt") ? 0 : 1)`, { isCheck: true }),
    );
    const { call, cwd } = toolBench({ skills });
    const answer = await call("code_run", { skill: "sums", params: { x: 1 } });
    expect(answer.text).toBe("exit 0\ntwo\n(skill sums: its check passed)");
    expect(readFileSync(join(cwd, "a.txt"), "utf8")).toBe(value);
    expect(skills.asked).toEqual([["sums", { x: 1 }]]);
  });

  it("stops where a step or the check fails, and hands the task back", async () => {
    const failing = portOf(script("process.exit(3)"), script("console.log('never')"));
    const answer = await toolBench({ skills: failing }).call("code_run", { skill: "sums" });
    expect(answer).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^Skill sums: Step 1 failed\. .*\nexit 3/),
    });
    expect(answer.text).not.toContain("never");
    const unchecked = portOf(script("console.log(1)"), script("process.exit(1)", { isCheck: true }));
    expect((await toolBench({ skills: unchecked }).call("code_run", { skill: "sums" })).text).toContain(
      "Its check failed",
    );
  });

  it("tells the model why a skill cannot be run", async () => {
    const answer = await toolBench({ skills: portOf() }).call("code_run", { skill: "gone", params: "{}" });
    expect(answer).toMatchObject({ isError: true, text: "There is no skill gone. There is: sums." });
  });

  it("asks the policy about each script, as about one that the model wrote", async () => {
    const permissions = { policy: policyOf({ preset: "unattended", rules: [] }) };
    const skills = portOf(script("rm -rf ~/documents", { type: "bash" }));
    const answer = await toolBench({ skills, permissions }).call("code_run", { skill: "sums" });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("Not permitted") });
    expect(answer.events).toMatchObject([{ code: "permission-decision", data: { decision: "deny" } }]);
  });

  it("is not to be had without the port, and no argument sets a variable", async () => {
    const answer = await toolBench().call("code_run", {
      skill: "sums",
      env: { X: "1" },
      type: "javascript",
      script: "console.log(process.env.X)",
    });
    expect(answer.text).toBe("exit 0\nundefined");
  });
});

describe("start_long_term_update", () => {
  it("is offered with its port only, never refuses, and answers at most ten lines", async () => {
    expect(toolBench().tools.specs.map(({ name }) => name)).not.toContain("start_long_term_update");
    const requests: unknown[] = [];
    const longTerm = {
      update: async (request: object) => {
        requests.push(request);
        if (requests.length === 2) throw new Error("The disk is full. Free some space.");
        return Array.from({ length: 14 }, (_, index) => `line ${index + 1}`).join("\n");
      },
    };
    const { call } = toolBench({ longTerm });
    const first = await call("start_long_term_update", { skill: " sums ", note: "" });
    expect(first.text.split("\n")).toHaveLength(10);
    const second = await call("start_long_term_update", {});
    expect(second.isError).toBeUndefined();
    expect(second.text).toBe("The disk is full. Free some space.");
    expect(requests).toEqual([{ skill: "sums" }, {}]);
  });
});
