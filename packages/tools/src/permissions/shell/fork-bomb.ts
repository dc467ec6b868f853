import { type Function as FunctionNode, forEachChild, type SyntaxNode } from "unbash";

/** A function that calls itself in a pipeline or in the background doubles until nothing is left. */
export function isForkBomb({ name, body }: FunctionNode): boolean {
  return callsItself(body, name.value, false);
}

function callsItself(node: SyntaxNode, name: string, multiplies: boolean): boolean {
  if (node.type === "Command" && node.name?.value === name) return multiplies;
  const more =
    multiplies || node.type === "Pipeline" || (node.type === "Statement" && node.background === true);
  let found = false;
  forEachChild(node, (child) => {
    found ||= callsItself(child, name, more);
  });
  return found;
}
