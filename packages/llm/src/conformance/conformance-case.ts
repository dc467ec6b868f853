import type { JsonObject, Message, StopReason, UserBlock, Wire } from "@genericagent/core-loop";

/** What some cases need and not every client has. */
export type Feature =
  /** Tools described in the prompt and called in the text. */
  | "text-tools"
  /** A second provider behind the first. */
  | "failover";

/** One file of `conformance/`: what goes wrong elsewhere, the smallest input that shows it, the right outcome. */
export interface ConformanceCase {
  id: string;
  title: string;
  /** What goes wrong elsewhere. */
  wrong: string;
  /** The right outcome, in words. `asks` holds it for programs. */
  right: string;
  needs?: Feature[];
  /** The conversation so far. Default: none. */
  history?: Message[];
  /** What the server answers, request by request; the last answer is given again and again. */
  answers: Partial<Record<Wire, ServerAnswer[]>>;
  /** The same for a second provider. */
  backup?: Partial<Record<Wire, ServerAnswer[]>>;
  asks: Ask[];
}

export interface ServerAnswer {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** Server-sent events: an object is sent as JSON under its `type`, a text as it is. The stream ends behind them. */
  events?: (JsonObject | string)[];
  /** Instead of events: a whole answer in good order, of this text. */
  say?: string;
  /** Instead of events: a whole body. */
  body?: JsonObject | string;
  /** The connection is cut behind the last byte, where it otherwise ends in good order. */
  cut?: true;
}

export interface Ask {
  message: string | UserBlock[];
  /** Outcomes that are right, one of which must be met. */
  expect: ExpectedOutcome[];
  /** Texts that the last request of this ask must hold, and must not. */
  sent?: { includes?: string[]; excludes?: string[] };
  /** How many requests this ask may cost at most, of the first provider and in all. */
  requests?: { first?: number; all?: number };
}

/** What is left out is not compared. */
export interface ExpectedOutcome {
  /** The whole text of the answer. */
  text?: string;
  /** The calls that are run, in order. */
  toolCalls?: { name: string; args: JsonObject }[];
  stopReason?: StopReason;
  /** The ask fails; `retryable` is compared where the client says whether it is. */
  error?: { retryable?: boolean };
}
