export type { Delivery, ModelAnswer, RawAnswer, ReceivedRequest } from "./model-answer.js";
export type { ScriptSource, ScriptStep } from "./script.js";
export type { ScriptedCall, ScriptedReply } from "./scripted-reply.js";
export { type ModelServer, type ModelServerOptions, startModelServer } from "./start-model-server.js";
