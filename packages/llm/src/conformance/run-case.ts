import { type ToolSpec, text, type UserBlock, type Wire } from "@genericagent/core-loop";
import { type ModelServer, startModelServer } from "../testing/start-model-server.js";
import type { ConformanceAdapter, Outcome, Talk } from "./conformance-adapter.js";
import type { Ask, ConformanceCase, ServerAnswer } from "./conformance-case.js";
import { encodeServerAnswer } from "./encode-server-answer.js";
import { findViolations } from "./find-violations.js";
import { judgeOutcome } from "./judge-outcome.js";

export interface CaseResult {
  id: string;
  wire: Wire;
  /** `not-offered`: the client has no such wire or feature. */
  verdict: "right" | "wrong" | "not-offered";
  /** What was wrong; empty otherwise. */
  why: string[];
}

/** Longer than any client should make its user wait for one of these answers. */
const MAX_ASK_MS = 8_000;

/** Runs one case on one wire against a loopback server. Undefined where the case does not exist on the wire. */
export async function runCase(
  testCase: ConformanceCase,
  wire: Wire,
  adapter: ConformanceAdapter,
): Promise<CaseResult | undefined> {
  const { id, answers, backup, needs = [] } = testCase;
  const mine = answers[wire];
  if (!mine) return undefined;
  const result = (verdict: CaseResult["verdict"], why: string[] = []): CaseResult => ({
    id,
    wire,
    verdict,
    why,
  });
  const offered = adapter.wires.includes(wire) && needs.every((feature) => adapter.offers?.includes(feature));
  if (!offered) return result("not-offered");

  const first = await serve(mine);
  const second = backup?.[wire] && (await serve(backup[wire]));
  const servers = second ? [first, second] : [first];
  try {
    const talk = await adapter.open({
      wire,
      needs,
      baseUrl: first.baseUrl(wire),
      ...(second && { backupUrl: second.baseUrl(wire) }),
      apiKey: "key-0123456789",
      model: "test-model",
      system: "Be brief.",
      tools: TOOLS,
      history: testCase.history ?? [],
    });
    const why: string[] = [];
    for (const [index, ask] of testCase.asks.entries())
      for (const flaw of await runAsk(ask, talk, servers, wire)) why.push(`ask ${index + 1}: ${flaw}`);
    await talk.close?.();
    return result(why.length === 0 ? "right" : "wrong", why);
  } catch (error) {
    return result("wrong", [`the adapter threw ${error}`]);
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

async function runAsk(ask: Ask, talk: Talk, servers: ModelServer[], wire: Wire): Promise<string[]> {
  const before = servers.map(({ requests }) => requests.length);
  const blocks: UserBlock[] = typeof ask.message === "string" ? [text(ask.message)] : ask.message;
  const outcome = await inTime((signal) => talk.ask(blocks, signal));
  const sent = servers.map(({ requests }, index) => requests.slice(before[index]));
  const all = sent.flat();
  const why = outcome ? judgeOutcome(outcome, ask.expect) : [`no outcome within ${MAX_ASK_MS / 1000} s`];
  const { first = Number.POSITIVE_INFINITY, all: most = Number.POSITIVE_INFINITY } = ask.requests ?? {};
  if (sent[0]!.length > first)
    why.push(`${sent[0]!.length} requests to the first provider instead of ${first}`);
  if (all.length > most) why.push(`${all.length} requests instead of ${most}`);

  for (const flaw of new Set(all.flatMap(({ body }) => findViolations(wire, body)))) why.push(`sent ${flaw}`);
  const last = JSON.stringify(all.at(-1)?.body ?? {});
  for (const words of ask.sent?.includes ?? [])
    if (!last.includes(quoted(words))) why.push(`did not send ${JSON.stringify(words)}`);
  for (const words of ask.sent?.excludes ?? [])
    if (last.includes(quoted(words))) why.push(`sent ${JSON.stringify(words)}`);
  return why;
}

const quoted = (words: string): string => JSON.stringify(words).slice(1, -1);

/** Undefined when it took too long; it is aborted then. */
async function inTime(ask: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome | undefined> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, MAX_ASK_MS, undefined);
  });
  const answer = ask(controller.signal);
  answer.catch(() => {});
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    controller.abort(new Error("the kit stopped waiting"));
  }
}

const serve = (answers: ServerAnswer[]): Promise<ModelServer> => {
  let position = 0;
  return startModelServer({
    script: () => encodeServerAnswer(answers[Math.min(position++, answers.length - 1)]!),
  });
};

const TOOLS: ToolSpec[] = ["read", "write", "noargs", "code_run"].map((name) => ({
  name,
  description: `The tool ${name}.`,
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, content: { type: "string" }, code: { type: "string" } },
  },
}));
