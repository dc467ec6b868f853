import type { AssistantBlock, Message, UserBlock } from "@genericagent/core-loop";

export type Block = UserBlock | AssistantBlock;

/**
 * The message with its blocks mapped and `undefined` ones left out; `undefined` where no block changed. `change`
 * must return a block that its message may hold.
 */
export function mapContent<M extends Message>(
  message: M,
  change: (block: Block) => Block | undefined,
): M | undefined {
  const blocks: readonly Block[] = message.content;
  const content = blocks.map(change);
  if (content.every((block, index) => block === blocks[index])) return undefined;
  return { ...message, content: content.filter((block) => block !== undefined) } as M;
}
