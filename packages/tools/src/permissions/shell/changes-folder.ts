import type { SyntaxNode } from "unbash";
import { childrenOf } from "./children-of.js";

/** Whether the shell may be in another folder after this node. */
export const changesFolder = (node: SyntaxNode): boolean =>
  (node.type === "Command" && /^(cd|pushd|popd|builtin|command|eval)$/.test(node.name?.value ?? "")) ||
  childrenOf(node).some(changesFolder);
