// Evolution: eight kinds of tasks, nine rounds each, through the real loop, tools and memory, in one memory that all
// share. The model is a script that knows nothing but what its request shows: it makes the call that its first message
// names, or works the task out. Tokens are those of the requests and replies, counted by o200k. A wrong result fails
// the bench.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createAgent } from "../../packages/agent/dist/index.js";
import { RecordingSession, ReplaySession, ScriptedSession } from "../../packages/llm/dist/testing/index.js";
import { loadSkills, readAccount, skillAccount } from "../../packages/memory/dist/index.js";
import { KINDS } from "./evolution-kinds.mjs";
import { report, THEIRS } from "./evolution-report.mjs";

const { countTokens } = createRequire(new URL("../../packages/agent/package.json", import.meta.url))(
  "gpt-tokenizer/model/gpt-4o",
);

const ROUNDS = Number(process.env.EVOLUTION_ROUNDS ?? 9);
const WANTED = Number(process.env.EVOLUTION_KINDS ?? KINDS.length);
/** In this round each task is worded another way: no template fits, the usage line does. */
const REWORDED = 5;
/** Where cassettes of all runs are written, or, with `EVOLUTION_REPLAY`, played back from. */
const { EVOLUTION_CASSETTES: CASSETTES, EVOLUTION_REPLAY: IS_REPLAY } = process.env;

/** Runs every kind through every round, the kinds one after another in each. */
export async function measure() {
  const cwd = mkdtempSync(join(tmpdir(), "ga-evolution-"));
  const memory = join(cwd, ".genericagent", "memory");
  const kinds = KINDS.slice(0, WANTED).map((kind, index) => ({
    ...{ kind, rows: [], skills: [] },
    /** The model names the skill itself; else the host makes it of the run. */
    byModel: index % 2 === 0,
  }));
  try {
    for (let round = 1; round <= ROUNDS; round++)
      for (const each of kinds) {
        each.rows.push(await runRound(each.kind, round, cwd, each.byModel));
        const known = kinds.flatMap(({ skills }) => skills);
        const { skills } = await loadSkills(memory);
        each.skills.push(...skills.map(({ name }) => name).filter((name) => !known.includes(name)));
      }
    return summary(kinds, await readAccount(memory));
  } finally {
    rmSync(cwd, { recursive: true, force: true, maxRetries: 3 });
  }
}

function summary(runs, lines) {
  const kinds = runs.map(({ kind, byModel, rows, skills }) => {
    const { overheadTokens = 0, breakEven = null } = skills[0] ? skillAccount(skills[0], lines) : {};
    const learntBy = byModel ? "model" : "host";
    return { name: kind.name, learntBy, rows, skills: skills.length, overheadTokens, breakEven };
  });
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    round: round + 1,
    tokens: sum(kinds.map(({ rows }) => rows[round].tokens)),
    calls: sum(kinds.map(({ rows }) => rows[round].calls)),
  }));
  const share = rounds.at(-1).tokens / rounds[0].tokens;
  const overhead = sum(kinds.map(({ overheadTokens }) => overheadTokens)) / rounds[0].tokens;
  report(kinds, rounds, { share, overhead });
  return { kinds, rounds, share, overhead, theirs: THEIRS };
}

async function runRound(kind, round, cwd, byModel) {
  for (const [name, text] of Object.entries(kind.files(round))) writeFileSync(join(cwd, name), text);
  const spent = { tokens: 0, calls: 0 };
  const scripted = new ScriptedSession((request) => {
    const reply = answer(request, kind, round, byModel);
    const inputTokens = countTokens(JSON.stringify([request.system, request.tools, request.messages]));
    const outputTokens = countTokens(JSON.stringify(reply));
    return { ...reply, usage: { inputTokens, outputTokens } };
  });
  const agent = createAgent({
    cwd,
    dataHome: join(cwd, ".genericagent"),
    permissions: "full",
    createSession: () => taped(scripted, `${kind.name.replaceAll(" ", "-")}-${round}.jsonl`),
  });
  for await (const event of agent.run((round === REWORDED ? kind.other : kind.task)(round)))
    if (event.type === "reply" && event.turn > 0) {
      spent.tokens += event.usage.inputTokens + event.usage.outputTokens;
      spent.calls++;
    }
  await agent.close();
  const read = (name) => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), "utf8") : "");
  if (!isRight(kind, round, read)) throw new Error(`${kind.name}, round ${round}: the result is wrong`);
  return { round, ...spent };
}

/** A replayed run makes the recorded calls whatever it is shown; folders differ from run to run. */
function taped(session, name) {
  if (!CASSETTES) return session;
  mkdirSync(CASSETTES, { recursive: true });
  const cassette = join(CASSETTES, name);
  // A run that needed no model left none.
  if (IS_REPLAY)
    return new ReplaySession({ cassette: existsSync(cassette) ? cassette : [], onDifference: "ignore" });
  rmSync(cassette, { force: true });
  return new RecordingSession(session, cassette);
}

function isRight(kind, round, read) {
  try {
    return kind.right(round, read);
  } catch {
    return false;
  }
}

/** The scripted model: first what the request offers, else the long way, one call a turn. */
function answer({ messages }, kind, round, byModel) {
  const first = messages[0].content
    .filter(({ type }) => type === "text")
    .map(({ text }) => text)
    .join("\n");
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === "tool-result"));
  const offered = /code_run (\{"skill".*?\}\})/.exec(first)?.[1];
  const isUsable = offered && !offered.includes("…") && isSameKind(first, kind);
  if (isUsable && results.length === 0) return call("The skill does this.", "code_run", JSON.parse(offered));
  if (isUsable && !results[0].isError) return { text: "It is done and checked." };
  const look = Object.keys(kind.files(round))[0];
  const steps = [
    call("Look at the input first.", "file_read", { path: look, count: 5 }),
    ...kind.tries(round).map((args) => call("Try the simplest thing.", "code_run", args)),
    call("That failed: read it as it is, and write the result.", "code_run", kind.way(round)),
    // As the tool's description asks, learning stands beside the last check.
    beside(call("Check the result.", "code_run", kind.check(round)), byModel ? keep(kind) : []),
  ];
  return steps[results.length - (isUsable ? 1 : 0)] ?? { text: "It is done and checked." };
}

const call = (said, name, args) => ({ text: `<summary>${said}</summary>`, toolCalls: [{ name, args }] });
const keep = ({ name }) => [
  { name: "start_long_term_update", args: { skill: name, note: `Does tasks of the kind: ${name}` } },
];
const beside = (reply, more) => ({ ...reply, toolCalls: [...reply.toolCalls, ...more] });
/** A line that says what the skill was made for leaves the judgement to the model, who knows what the words mean. */
function isSameKind(first, kind) {
  const madeFor = /It was made for "(.*?)"\./.exec(first)?.[1];
  const plain = (text) => text.replace(/\{\w+\}|[\w-]+\.\w+/g, "…");
  return madeFor === undefined || plain(madeFor) === plain(kind.task(1));
}

const sum = (values) => values.reduce((all, value) => all + value, 0);
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await measure();
