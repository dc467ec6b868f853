import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ScriptedReply } from "../src/testing/index.js";
import { ask, serve, types } from "./ask.js";
import { wires } from "./wires.js";

const reply: ScriptedReply = {
  thinking: "Überlegen 🤔",
  signature: "c2ln",
  text: "Grüße, 世界 🌍!",
  toolCalls: [
    { name: "read", args: { path: "ä/🙂.txt" }, id: "c1" },
    { name: "noargs", args: "", id: "c2" },
  ],
};

describe.each(wires)("bytes: $wire", (wire) => {
  it("any split of the bytes gives the same events", async () => {
    const { session } = await serve(wire, [reply]);
    const whole = await ask(session);
    const sizes = fc.integer({ min: 1, max: 700 });
    await fc.assert(
      fc.asyncProperty(sizes, async (splitEvery) => {
        const { session } = await serve(wire, [{ ...reply, splitEvery }]);
        expect(await ask(session)).toEqual(whole);
      }),
      { numRuns: 10, examples: [[1], [2], [3]] },
    );
  });

  it("a cut at any byte ends with exactly one whole answer in the history", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4000 }), async (cutAfterBytes) => {
        const { session } = await serve(wire, [
          { ...reply, cutAfterBytes },
          { text: "Second." },
          { text: "Third." },
        ]);
        const { events, reply: answer } = await ask(session);
        expect(session.history).toHaveLength(2);
        const failed = types(events).includes("retry");
        expect(answer.message.content.at(-1)).toMatchObject(failed ? { text: "Second." } : { id: "c2" });
        while (session.history.length < (failed ? 4 : 6)) await ask(session);
      }),
      { numRuns: 20 },
    );
  });
});
