export type { ModelRequest } from "../stream-session.js";
export { appendToCassette, type CassetteEntry, CassetteError, readCassette } from "./cassette.js";
export type { Delivery, ModelAnswer, RawAnswer, ReceivedRequest } from "./model-answer.js";
export { type RecordingOptions, RecordingSession } from "./recording-session.js";
export { type ReplayOptions, ReplaySession } from "./replay-session.js";
export type { ScriptSource, ScriptStep } from "./script.js";
export type { ScriptedCall, ScriptedReply } from "./scripted-reply.js";
export { ScriptedSession, type ScriptedSessionOptions, type SessionScript } from "./scripted-session.js";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./start-model-server.js";
