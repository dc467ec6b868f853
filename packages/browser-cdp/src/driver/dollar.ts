import type { Frame } from "./frame.js";
import type { EvaluateAnswer } from "./remote-value.js";
import { MAKE_DOLLAR } from "./watch-script.js";

const dollars = new WeakMap<Frame, { contextId: number; name: string }>();

/** The name under which the page's world holds `$`; made once for each document. */
export async function dollarOf(frame: Frame): Promise<string | undefined> {
  await frame.run("0");
  const contextId = await frame.contextId();
  const known = dollars.get(frame);
  if (known?.contextId === contextId) return known.name;
  const channel = await frame.reference("gaWatch.channel()");
  if (!channel) return undefined;
  const { node } = await frame.session.send<{ node: { backendNodeId: number } }>("DOM.describeNode", {
    objectId: channel,
  });
  const { object } = await frame.session.send<{ object: { objectId: string } }>("DOM.resolveNode", {
    backendNodeId: node.backendNodeId,
    objectGroup: "genericagent-dollar",
  });
  const name = `__${Math.random().toString(36).slice(2)}`;
  const made = await frame.session.send<EvaluateAnswer>("Runtime.callFunctionOn", {
    objectId: object.objectId,
    functionDeclaration: MAKE_DOLLAR,
    arguments: [{ value: name }],
  });
  if (made.exceptionDetails) return undefined;
  dollars.set(frame, { contextId, name });
  return name;
}
