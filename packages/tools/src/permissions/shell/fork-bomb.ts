import type { Function as FunctionNode, SyntaxNode } from "unbash";
import { childrenOf } from "./children-of.js";

/** A function that calls itself in a pipeline or in the background doubles until nothing is left. */
export function isForkBomb({ name, body }: FunctionNode): boolean {
  return callsItself(body, name.value, false);
}

function callsItself(node: SyntaxNode, name: string, multiplies: boolean): boolean {
  if (node.type === "Command" && node.name?.value === name) return multiplies;
  const more =
    multiplies || node.type === "Pipeline" || (node.type === "Statement" && node.background === true);
  return childrenOf(node).some((child) => callsItself(child, name, more));
}
