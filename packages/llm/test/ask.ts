import { type ChatEvent, type Reply, type UserBlock, userMessage } from "@genericagent/core-loop";
import { onTestFinished } from "vitest";
import type { AskOptions, Session, SessionOptions } from "../src/index.js";
import { type ModelServer, type ModelServerOptions, startModelServer } from "../src/testing/index.js";
import type { WireUnderTest } from "./wires.js";

export interface Asked {
  events: ChatEvent[];
  reply: Reply;
}

/** Asks and reads to the end. */
export async function ask(
  session: Session,
  input: string | UserBlock[] = "Hi",
  options: Partial<AskOptions> = {},
): Promise<Asked> {
  const events: ChatEvent[] = [];
  const answer = session.ask(userMessage(input), { system: "Be brief.", tools: [], ...options });
  for (;;) {
    const step = await answer.next();
    if (step.done) return { events, reply: step.value };
    events.push(step.value);
  }
}

/** What an ask that fails throws, and what it yielded before. */
export async function askToFail(
  session: Session,
  options: Partial<AskOptions> = {},
): Promise<{ error: Error & Record<string, unknown>; events: ChatEvent[] }> {
  const events: ChatEvent[] = [];
  try {
    for await (const event of session.ask(userMessage("Hi"), { system: "", tools: [], ...options }))
      events.push(event);
  } catch (error) {
    return { error: error as Error & Record<string, unknown>, events };
  }
  throw new Error("the ask did not fail");
}

/** A server with this script, and a session that asks it and hardly waits between tries. Closed with the test. */
export async function serve(
  wire: WireUnderTest,
  script: ModelServerOptions["script"],
  options: Partial<SessionOptions> = {},
): Promise<{ server: ModelServer; session: Session }> {
  const server = await startModelServer({ script });
  onTestFinished(() => server.close());
  const baseUrl = server.baseUrl(wire.wire);
  const session = wire.open({ model: "m-1", apiKey: "key-0123456789", baseUrl, retryDelayMs: 1, ...options });
  return { server, session };
}

/** The deltas of one kind, joined. */
export const joined = (
  events: readonly ChatEvent[],
  type: "text-delta" | "thinking-delta" | "tool-call-delta",
): string => events.map((event) => (event.type === type ? event.text : "")).join("");

export const types = (events: readonly ChatEvent[]): string[] => [...new Set(events.map(({ type }) => type))];
