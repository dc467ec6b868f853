// A run of 300 turns with 200 facts, the same for every way of managing its context.
import {
  anchorPrompt,
  summarizeTurn,
  TOOL_LIMITS,
  truncateMiddle,
} from "../../packages/context/dist/index.js";
import { createRandom } from "./random.mjs";
import { LANGUAGES, MACHINE } from "./texts.mjs";

export const TURNS = 300;
const FACTS = { checkpoint: 60, summary: 40, none: 100 };

export const SYSTEM = `You are an agent that works with tools on the user's machine. ${LANGUAGES.english.join(" ")}`;

export const TOOLS = ["code_run", "file_read", "file_write", "file_patch", "update_working_checkpoint"].map(
  (name) => ({
    name,
    description: `The tool ${name}. ${LANGUAGES.english[3]}`,
    parameters: { type: "object", properties: { path: { type: "string" }, script: { type: "string" } } },
  }),
);

/** The turns: what the model says, what the tool answers, and which facts are planted where. */
export function longRun(seed = 4) {
  const random = createRandom(seed);
  const facts = plant(random);
  return Array.from({ length: TURNS }, (_, index) => makeTurn(index + 1, facts, random));
}

/** Facts spread over the run: marked ones in a result first, and by a checkpoint or a summary in the same turn. */
function plant(random) {
  const kinds = Object.entries(FACTS).flatMap(([kind, count]) => Array(count).fill(kind));
  return kinds.map((kind, id) => ({
    kind,
    turn: 1 + random.below(TURNS - 20),
    text: `fact ${id}: ${random.pick(Object.keys(MACHINE))} service listens on port ${10_000 + id * 37}`,
    where: random.pick(["result", "thinking", "user"]),
  }));
}

function makeTurn(turn, allFacts, random) {
  const facts = allFacts.filter((fact) => fact.turn === turn);
  const place = (where) => facts.filter((fact) => fact.where === where).map(({ text }) => text);
  const summaries = facts.filter(({ kind }) => kind === "summary").map(({ text }) => text);
  const noted = allFacts.filter((fact) => fact.kind === "checkpoint" && fact.turn <= turn);
  const isCheckpoint = facts.some(({ kind }) => kind === "checkpoint");
  const thinking = `${sentences(random, 2 + random.below(6))} ${place("thinking").join(". ")}`;
  const said =
    summaries.length > 0 ? summaries.join("; ") : `${random.pick(DID)} ${random.pick(THINGS)} ${turn}`;
  const output = makeOutput(random, place("result"));
  return {
    turn,
    facts,
    user: [...place("user"), ...(turn % 60 === 1 ? [`Next, ${sentences(random, 2)}`] : [])],
    thinking,
    text: `<summary>${said}</summary>`,
    calls: [
      isCheckpoint
        ? { name: "update_working_checkpoint", args: { key_info: noted.map(({ text }) => text).join("\n") } }
        : {
            name: random.pick(["code_run", "file_read"]),
            args: { script: `inspect("${turn}")\n${random.pick(SCRIPTS)(random)}` },
          },
    ],
    output: isCheckpoint ? `saved. ${place("result").join(". ")}` : output,
    keyInfo: noted.map(({ text }) => text).join("\n"),
  };
}

/** Most outputs are short, some fill the limit of their tool; facts stand somewhere in them. */
function makeOutput(random, facts) {
  const parts = Array.from({ length: random.pick([0, 1, 1, 2, 3, 6]) }, () =>
    random.pick(Object.values(MACHINE))(random),
  );
  parts.splice(random.below(parts.length + 1), 0, ...facts);
  return truncateMiddle(`exit 0\n${parts.join("\n")}`, TOOL_LIMITS.code_run.maxChars);
}

const sentences = ({ pick }, count) => Array.from({ length: count }, () => pick(LANGUAGES.english)).join(" ");
const DID = [
  "checked the output of",
  "compared the results of",
  "read the configuration of",
  "ran the tests of",
];
const THINGS = ["module", "server", "report", "data set"];
const SCRIPTS = [
  MACHINE.python,
  ({ below }) => `print(${below(99)})`,
  ({ below }) => `ls -la /srv/${below(99)}`,
];

/** Plays the run: `fit` gets the request of each turn and gives back what is sent; the rest becomes history. */
export function play(turns, fit, onRequest) {
  const summaries = [];
  let history = [];
  let content = [{ type: "text", text: "Find out how the services of this machine depend on each other." }];
  for (const turn of turns) {
    const message = { role: "user", content };
    const sent = fit({ system: SYSTEM, tools: TOOLS, history, message }, turn);
    onRequest({ system: SYSTEM, tools: TOOLS, ...sent }, turn);
    const call = { type: "tool-call", id: `call-${turn.turn}`, ...turn.calls[0] };
    const reply = {
      role: "assistant",
      content: [
        { type: "thinking", text: turn.thinking, wire: "anthropic", signature: `sig-${turn.turn}`.repeat(8) },
        { type: "text", text: turn.text },
        call,
      ],
    };
    history = [...sent.history, sent.message, reply];
    summaries.push({ turn: turn.turn, text: summarizeTurn({ message: reply }) });
    const result = {
      type: "tool-result",
      callId: call.id,
      name: call.name,
      content: [{ type: "text", text: turn.output }],
    };
    const anchor = anchorPrompt({ keyInfo: turn.keyInfo, turn: turn.turn, summaries });
    content = [result, ...[...turn.user, anchor].map((text) => ({ type: "text", text }))];
  }
}
