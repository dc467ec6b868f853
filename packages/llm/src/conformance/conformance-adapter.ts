import type { JsonObject, Message, StopReason, ToolSpec, UserBlock, Wire } from "@genericagent/core-loop";
import type { Feature } from "./conformance-case.js";

/** How the kit talks to an agent or an SDK. A few dozen lines for each, see `bench/conformance/peers`. */
export interface ConformanceAdapter {
  name: string;
  wires: readonly Wire[];
  /** Default: none. */
  offers?: readonly Feature[];
  /** Begins a conversation. The history is to be handed over in the client's own words, and not to be repaired here. */
  open(conversation: Conversation): Talk | Promise<Talk>;
}

export interface Conversation {
  wire: Wire;
  /** Of a loopback server. Ends with `/v1`, except on Anthropic's wire, as the vendors' clients want it. */
  baseUrl: string;
  /** What the case needs of the client; all of it is offered. */
  needs: readonly Feature[];
  /** The second provider's, in cases that need `failover`. */
  backupUrl?: string;
  apiKey: string;
  model: string;
  system: string;
  tools: readonly ToolSpec[];
  history: readonly Message[];
}

export interface Talk {
  /** Sends one message and reads the answer to its end. Throws nothing: a failure is an outcome. */
  ask(message: UserBlock[], signal: AbortSignal): Promise<Outcome>;
  close?(): void | Promise<void>;
}

export type Outcome = Answered | Failed;

export interface Answered {
  text: string;
  /** What the user saw of it as it came, without what was withdrawn, where the client shows it as it comes. */
  shown?: string;
  /** The calls that the client would run now. One that is broken or cut is not among them. */
  toolCalls: { id: string; name: string; args: JsonObject }[];
  stopReason: StopReason;
}

export interface Failed {
  error: {
    message: string;
    code?: string;
    /** Undefined where the client does not say. */
    retryable?: boolean | undefined;
  };
}
