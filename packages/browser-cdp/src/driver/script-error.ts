import { BrowserError } from "../browser-error.js";
import { plainValue, textOfValue } from "./describe-value.js";
import { DEEP, type EvaluateAnswer, type ExceptionDetails } from "./remote-value.js";

/** Objects of scripts, so that they can be let go. */
export const SCRIPT_GROUP = "genericagent-script";

export type Send = (method: string, params: object) => Promise<EvaluateAnswer>;

/** The arguments to be told of an object by V8 itself. */
export const itself = (objectId: string) => ({
  objectId,
  functionDeclaration: "function () { return this; }",
  serializationOptions: DEEP,
  objectGroup: SCRIPT_GROUP,
});

/** What was thrown may be anything; plain objects are told by what is in them. */
export async function scriptError(
  { exception, text, lineNumber }: ExceptionDetails,
  send: Send,
): Promise<BrowserError> {
  const isError = exception?.subtype === "error" || !exception?.objectId;
  const object = isError
    ? exception
    : (await send("Runtime.callFunctionOn", itself(exception.objectId!))).result;
  const thrown = isError ? (exception?.description ?? text) : textOfValue(plainValue(object!));
  const said = exception?.type === "object" ? thrown : textOfValue(exception ? plainValue(exception) : text);
  const [first, second] = said.split("\n");
  const place = exception?.className === "SyntaxError" ? ` (line ${lineNumber + 1})` : "";
  const where = second && /^\s+at (?!<anonymous>)/.test(second) ? ` ${second.trim()}` : "";
  return new BrowserError("page-error", `The script failed: ${first}${place}${where}`);
}
