import type { JsonObject, Wire } from "@genericagent/core-loop";
import type { ScriptedReply } from "./scripted-reply.js";

/** How the bytes of an answer reach the client. */
export interface Delivery {
  /** Waits before the first byte. */
  delayMs?: number;
  /** Destroys the connection after so many bytes of the body. */
  cutAfterBytes?: number;
  /** Sends no more after so many bytes of the body, and keeps the connection open. */
  stallAfterBytes?: number;
  /** Sends the body in pieces of so many bytes, also inside characters. */
  splitEvery?: number;
  /** Characters in one text delta. Default 8. */
  deltaChars?: number;
  /** Answers with one JSON document instead of a stream. */
  asDocument?: true;
}

/** An answer as it goes over the wire: errors, web pages, broken streams. */
export interface RawAnswer {
  /** Default 200. */
  status?: number;
  headers?: Record<string, string>;
  /** An object is sent as JSON. A string gets the content type it looks like: events, a web page or plain text. */
  body?: string | Uint8Array | JsonObject;
}

export type ModelAnswer = (ScriptedReply | RawAnswer) & Delivery;

export interface ReceivedRequest {
  wire: Wire;
  path: string;
  headers: Record<string, string>;
  /** The parsed body, in the wire's own names. */
  body: JsonObject;
  /** The client closed the connection before the answer had ended. */
  clientGone: boolean;
}

export const isRaw = (answer: ModelAnswer): answer is RawAnswer & Delivery =>
  "body" in answer || "status" in answer;
