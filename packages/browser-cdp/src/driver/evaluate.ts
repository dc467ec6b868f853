import { Script } from "node:vm";
import { BrowserError } from "../browser-error.js";
import { plainValue, textOfValue } from "./describe-value.js";
import { dollarOf } from "./dollar.js";
import { type Frame, GRACE_MS, wasStopped } from "./frame.js";
import {
  DEEP,
  type DeepValue,
  type EvaluateAnswer,
  type ExceptionDetails,
  type RemoteObject,
} from "./remote-value.js";
import { itself, SCRIPT_GROUP, type Send, scriptError } from "./script-error.js";

export interface ScriptOptions {
  /** Default 30 000. A promise that never settles, and a loop that never ends, are ended then. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

export interface ScriptResult {
  /** As plain data; undefined when the script has no result. */
  value: unknown;
  /** A string as it is, everything else as JSON. */
  text: string;
  /** The page went away under the script, so that there is no result. */
  navigated?: true;
}

/** Runs a script in the page's own world: `await` works anywhere, and the last expression is the result. */
export async function evaluateScript(
  frame: Frame,
  script: string,
  options: ScriptOptions = {},
): Promise<ScriptResult> {
  const { timeoutMs = 30_000, signal } = options;
  const until = Date.now() + timeoutMs;
  const send = (method: string, params: object) => {
    const left = Math.max(1, until - Date.now());
    return frame.session.send<EvaluateAnswer>(method, params, {
      timeoutMs: left + GRACE_MS,
      ...(signal && { signal }),
    });
  };
  const run = (expression: string) =>
    send("Runtime.evaluate", {
      expression,
      replMode: true,
      userGesture: true,
      timeout: Math.max(1, until - Date.now()),
      serializationOptions: DEEP,
      objectGroup: SCRIPT_GROUP,
    });
  try {
    const result = await settled(await firstRun(frame, script, run), send);
    return await asResult(frame, result);
  } catch (error) {
    if (isNavigation(error)) return { value: undefined, text: "undefined", navigated: true };
    if (wasStopped(error, until)) {
      await frame.session.send("Runtime.terminateExecution", {}, { timeoutMs: 1_000 }).catch(() => {});
      throw new BrowserError(
        "timeout",
        `The script did not end within ${timeoutMs} ms and was stopped.`,
        error,
      );
    }
    throw error;
  }
}

/** A script that does not compile has done nothing, so it may be tried again in another form. */
async function firstRun(frame: Frame, script: string, run: (expression: string) => Promise<EvaluateAnswer>) {
  const body = isObjectLiteral(script) ? `(${script}\n)` : script;
  const dollar = /\$\s*\(/.test(script) ? await dollarOf(frame) : undefined;
  const scoped = dollar ? `{ const $ = globalThis.${dollar}; {\n${body}\n} }` : body;
  const answer = await run(scoped);
  const problem = syntaxProblem(answer.exceptionDetails);
  if (problem?.includes("Illegal return"))
    return run(`(async () => { ${dollar ? `const $ = globalThis.${dollar};` : ""} {\n${script}\n} })()`);
  return problem?.includes("'$' has already been declared") ? run(body) : answer;
}

const syntaxProblem = (details: ExceptionDetails | undefined): string | undefined =>
  details?.exception?.className === "SyntaxError" ? details.exception.description : undefined;

/** `{a: 1}` is meant as an object, not as a block. */
function isObjectLiteral(script: string): boolean {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(script)) return false;
  try {
    new Script(`(async () => (${script}\n))`);
    return true;
  } catch {
    return false;
  }
}

/** A promise as the last expression is waited for. */
async function settled(answer: EvaluateAnswer, send: Send): Promise<RemoteObject> {
  const { result, exceptionDetails } = answer;
  if (exceptionDetails) throw await scriptError(exceptionDetails, send);
  if (result.subtype !== "promise" || !result.objectId) return result;
  const awaited = await send("Runtime.callFunctionOn", { ...itself(result.objectId), awaitPromise: true });
  if (awaited.exceptionDetails) throw await scriptError(awaited.exceptionDetails, send);
  return awaited.result;
}

async function asResult(frame: Frame, object: RemoteObject): Promise<ScriptResult> {
  const told = hasPlatformObject(object.deepSerializedValue) ? await inOwnWords(frame, object) : undefined;
  const value = told ?? plainValue(object);
  if (object.objectId)
    frame.session.send("Runtime.releaseObjectGroup", { objectGroup: SCRIPT_GROUP }).catch(() => {});
  return { value, text: textOfValue(value) };
}

/** Objects of the browser, such as a `DOMRect`, have nothing of their own, but know how to tell it. */
function hasPlatformObject(deep: DeepValue | undefined): boolean {
  if (deep?.type === "platformobject") return true;
  return ["array", "object", "map", "set"].includes(deep?.type ?? "") && Array.isArray(deep?.value)
    ? deep.value.flat().some((item) => typeof item === "object" && hasPlatformObject(item as DeepValue))
    : false;
}

const TELL = `function () {
  return JSON.stringify(this, (key, value) => (value instanceof Node || value === window ? String(value) : value));
}`;

async function inOwnWords(frame: Frame, { objectId }: RemoteObject): Promise<unknown> {
  const answer = await frame.session
    .send<EvaluateAnswer>("Runtime.callFunctionOn", {
      objectId,
      functionDeclaration: TELL,
      returnByValue: true,
    })
    .catch(() => undefined);
  const text = answer?.exceptionDetails ? undefined : answer?.result.value;
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

const isNavigation = (error: unknown): boolean =>
  error instanceof BrowserError &&
  error.code === "protocol" &&
  /navigated or closed|context was destroyed|Cannot find context|Promise was collected/i.test(error.message);
