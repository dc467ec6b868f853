import type { Message, ThinkingBlock, ToolContent, Wire } from "@genericagent/core-loop";
import fc from "fast-check";

/** What happened to a conversation, step by step; `compileHistory` makes the history that is left of it. */
type Step =
  | {
      kind: "turn";
      calls: number;
      answered: number;
      thinking: boolean;
      text: string;
      wire: Wire;
      provider: string;
      idStyle: number;
    }
  | { kind: "user"; text: string }
  | { kind: "blank"; role: "user" | "assistant" }
  | { kind: "late" | "double" | "orphan"; which: number };

/** What was done to the history afterwards. */
type Damage =
  | { kind: "evict"; from: number }
  | { kind: "drop" | "repeat" | "swap"; at: number }
  | { kind: "cut-thinking"; at: number }
  | { kind: "drop-block"; at: number; block: number }
  | { kind: "role"; at: number; role: string };

const wire = fc.constantFrom<Wire>("anthropic", "openai-chat", "openai-responses");
const words = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("Read it.", "Done.", "Grüße 世界 🌍", "a\n\nb ", "x".repeat(600)) },
  { weight: 2, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 1, arbitrary: fc.constantFrom("", "  \n", "half \ud83d", "\udc00") },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("turn" as const),
      calls: fc.nat(3),
      answered: fc.nat(3),
      thinking: fc.boolean(),
      text: words,
      wire,
      provider: fc.constantFrom("p", "q"),
      idStyle: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("user" as const), text: words }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("blank" as const), role: fc.constantFrom("user", "assistant") }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("late", "double", "orphan"), which: fc.nat(9) }),
  },
);

const damage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({ kind: fc.constant("evict" as const), from: fc.nat(9) }),
  fc.record({ kind: fc.constantFrom("drop", "repeat", "swap"), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("cut-thinking" as const), at: fc.nat(20) }),
  fc.record({ kind: fc.constant("drop-block" as const), at: fc.nat(20), block: fc.nat(3) }),
  fc.record({
    kind: fc.constant("role" as const),
    at: fc.nat(20),
    role: fc.constantFrom("system", "tool", "user", "assistant", "model"),
  }),
);

/** Histories as aborts, crashes, compression, eviction and changes of model leave them. */
export const brokenHistory: fc.Arbitrary<Message[]> = fc
  .tuple(fc.array(step, { maxLength: 12 }), fc.array(damage, { maxLength: 4 }))
  .map(([steps, damages]) => damages.reduce(inflict, compileHistory(steps)));

/** Histories in which nothing is wrong on the given wire. */
export const soundHistory = (wire: Wire): fc.Arbitrary<Message[]> =>
  fc.array(fc.record({ calls: fc.nat(2), thinking: fc.boolean() }), { maxLength: 8 }).map((turns) =>
    turns.flatMap(({ calls, thinking }, turn): Message[] => {
      const ids = Array.from({ length: calls }, (_, call) => `call_${turn}_${call}`);
      return [
        { role: "user", content: [{ type: "text", text: `Question ${turn}` }] },
        {
          role: "assistant",
          content: [
            ...(thinking ? [thinkingOf(wire, "p", turn)] : []),
            { type: "text", text: "Answer." },
            ...ids.map((id) => ({ type: "tool-call" as const, id, name: "read", args: { path: "x" } })),
          ],
        },
        ...(calls === 0
          ? []
          : [
              {
                role: "user" as const,
                content: ids.map((callId) => ({
                  type: "tool-result" as const,
                  callId,
                  name: "read",
                  content: [{ type: "text" as const, text: "seen" }],
                })),
              },
              { role: "assistant" as const, content: [{ type: "text" as const, text: "Done." }] },
            ]),
      ];
    }),
  );

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
  withSparseArray: true,
  maxDepth: 3,
});
const orJunk = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: arbitrary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: anything });
const field = orJunk(
  fc.constantFrom(
    "a",
    "b",
    "",
    "call a",
    "x".repeat(90),
    "naïve",
    `${"x".repeat(39)}🌍`,
    `${"x".repeat(55)}🌍yyyyyy`,
  ),
);
const image = fc.record({
  type: fc.constant("image"),
  mediaType: orJunk(fc.constantFrom("image/png", "image/bmp")),
  data: orJunk(fc.constantFrom("aW1n", "data:image/png;base64,aW1n", "aW1", "", "no base64!!")),
});
const junkBlock = orJunk(
  fc.oneof(
    fc.record({ type: fc.constant("text"), text: orJunk(words) }, { requiredKeys: ["type"] }),
    image,
    fc.record(
      {
        type: fc.constant("tool-call"),
        id: field,
        name: field,
        args: orJunk(fc.constantFrom({}, { x: "\ud83d" }, '{"a":1}', "{cut", [1])),
        invalidArgs: fc.oneof(
          fc.constant(undefined),
          orJunk(fc.constantFrom("{cut 🌍", `${"x".repeat(499)}🌍`)),
        ),
        providerData: anything,
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("tool-result"),
        callId: field,
        name: field,
        content: orJunk(
          fc.array(orJunk(fc.oneof(fc.record({ type: fc.constant("text"), text: words }), image)), {
            maxLength: 3,
          }),
        ),
        isError: anything,
      },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      {
        type: fc.constant("thinking"),
        text: orJunk(words),
        wire: orJunk(wire),
        provider: orJunk(fc.constantFrom("p", "q")),
        signature: orJunk(fc.constantFrom("sig", "", "reasoning_content", itemOf(1), '{"type":"reasoning"}')),
        redacted: fc.constantFrom(true, undefined),
      },
      { requiredKeys: ["type"] },
    ),
    fc.record({ type: orJunk(fc.constantFrom("future", "reasoning", "", "constructor")) }),
  ),
);

/** Arrays that were never a history. */
export const junkHistory: fc.Arbitrary<Message[]> = fc.array(
  orJunk(
    fc.record(
      {
        role: orJunk(fc.constantFrom("user", "assistant")),
        content: orJunk(fc.array(junkBlock, { maxLength: 5 })),
      },
      { requiredKeys: [] },
    ),
  ),
  { maxLength: 10 },
) as fc.Arbitrary<unknown[]> as fc.Arbitrary<Message[]>;

export function itemOf(turn: number): string {
  return JSON.stringify({
    id: `rs_${turn}`,
    type: "reasoning",
    summary: [],
    encrypted_content: `e${turn}`,
  });
}

export function thinkingOf(wire: Wire, provider: string, turn: number): ThinkingBlock {
  const signature = {
    anthropic: "c2ln",
    "openai-chat": "reasoning_content",
    "openai-responses": itemOf(turn),
  }[wire];
  return { type: "thinking", text: "Let me see.", wire, provider, signature };
}

const idOf = (style: number, turn: number, call: number): string =>
  [
    `call_${turn}_${call}`,
    `call_${call}`,
    "same",
    `functions.read:${call}`,
    `toolu_${"x".repeat(70)}${turn}${call}`,
    "",
  ][style] ?? "x";

function compileHistory(steps: Step[]): Message[] {
  const history: Message[] = [];
  const results: { id: string; content: ToolContent[] }[] = [];
  const resultOf = (id: string, content: ToolContent[]) => ({
    type: "tool-result" as const,
    callId: id,
    name: "read",
    content,
  });
  for (const [turn, step] of steps.entries()) {
    if (step.kind === "user") history.push({ role: "user", content: [{ type: "text", text: step.text }] });
    else if (step.kind === "blank") history.push({ role: step.role, content: [{ type: "text", text: " " }] });
    else if (step.kind === "turn") {
      const ids = Array.from({ length: step.calls }, (_, call) => idOf(step.idStyle, turn, call));
      history.push({
        role: "assistant",
        content: [
          ...(step.thinking ? [thinkingOf(step.wire, step.provider, turn)] : []),
          { type: "text", text: step.text },
          ...ids.map((id) => ({ type: "tool-call" as const, id, name: "read", args: { id } })),
        ],
      });
      const answered = ids.slice(0, step.answered);
      for (const id of ids)
        results.push({ id, content: [{ type: "text", text: `result of ${turn} ${id}` }] });
      if (answered.length > 0)
        history.push({
          role: "user",
          content: answered.map((id) => resultOf(id, [{ type: "text", text: `result of ${turn} ${id}` }])),
        });
    } else {
      const known = results[step.which];
      const [id, content] =
        step.kind === "orphan" || !known
          ? [`zz${step.which}`, [{ type: "text" as const, text: "orphan" }]]
          : [known.id, known.content];
      history.push({
        role: "user",
        content: [resultOf(id, step.kind === "double" ? [{ type: "text", text: "again" }] : content)],
      });
    }
  }
  return history;
}

function inflict(history: Message[], damage: Damage): Message[] {
  if (damage.kind === "evict") return history.slice(damage.from);
  const at = history.length === 0 ? 0 : damage.at % history.length;
  const message = history[at];
  if (!message) return history;
  const put = (...messages: unknown[]): Message[] => [
    ...history.slice(0, at),
    ...(messages as Message[]),
    ...history.slice(at + 1),
  ];
  switch (damage.kind) {
    case "drop":
      return put();
    case "repeat":
      return put(message, message);
    case "swap":
      return [...put(), message];
    case "role":
      return put({ ...message, role: damage.role });
    case "drop-block":
      return put({ ...message, content: message.content.filter((_, index) => index !== damage.block) });
    case "cut-thinking":
      return put({
        ...message,
        content: message.content.map((block) =>
          block.type === "thinking" ? { ...block, text: "Let\n… 40 characters left out …\nsee." } : block,
        ),
      });
  }
}
