import { forEachChild, type SyntaxNode } from "unbash";

/** The nodes right below a node, the scripts in substitutions too. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => void children.push(child));
  return children;
}
