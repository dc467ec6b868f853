import type { JsonObject, StopReason, Usage } from "@genericagent/core-loop";

/** What a scripted model answers, in no wire's words. Parts come in the order thinking, text, calls. */
export interface ScriptedReply {
  thinking?: string;
  /** Goes with `thinking`: a signature, or the encrypted content of a reasoning item. */
  signature?: string;
  text?: string;
  toolCalls?: ScriptedCall[];
  /** Default: `tool-calls` with calls, else `end-turn`. */
  stopReason?: StopReason;
  /** Default: 10 input and 5 output tokens. */
  usage?: Partial<Usage>;
}

export interface ScriptedCall {
  name: string;
  /** A string is sent as it is, also where it is no JSON. Default `{}`. */
  args?: JsonObject | string;
  /** Default: `call_1`, `call_2` … through the whole script. */
  id?: string;
}

/** A reply with nothing left open, as the encoders want it. */
export interface FullReply {
  thinking: string;
  signature: string;
  text: string;
  toolCalls: { id: string; name: string; json: string }[];
  stopReason: StopReason;
  usage: Usage;
}

export function fillReply(reply: ScriptedReply, nextCallId: () => string): FullReply {
  const { thinking = "", signature = "", text = "", toolCalls = [] } = reply;
  const usage = {
    inputTokens: 10,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    outputTokens: 5,
    ...reply.usage,
  };
  return {
    thinking,
    signature,
    text,
    toolCalls: toolCalls.map(({ name, args = {}, id = nextCallId() }) => ({
      id,
      name,
      json: typeof args === "string" ? args : JSON.stringify(args),
    })),
    stopReason: reply.stopReason ?? (toolCalls.length > 0 ? "tool-calls" : "end-turn"),
    usage,
  };
}

/** Cuts a text into deltas of so many characters; no delta for no text. */
export function deltasOf(text: string, chars: number): string[] {
  const points = [...text];
  const deltas: string[] = [];
  for (let i = 0; i < points.length; i += chars) deltas.push(points.slice(i, i + chars).join(""));
  return deltas;
}
