import { costByModel, type GenericAgent } from "@genericagent/agent";
import type { Status } from "./status-line.js";

/** What the status line tells of a conversation; `undefined` where it cannot be read. */
export async function conversationStatus(agent: GenericAgent, skills: number): Promise<Status | undefined> {
  const parts = await agent.open().catch(() => undefined);
  if (!parts) return undefined;
  const { model, conversation } = parts;
  const context = conversation.ledgers.at(-1);
  const costs = [...costByModel(conversation).values()].map(({ usd }) => usd);
  const costUsd = costs.includes(undefined)
    ? undefined
    : costs.reduce<number>((sum, usd) => sum + (usd ?? 0), 0);
  return {
    ...{ model, turn: conversation.turns, skills, waiting: agent.tasks.length },
    ...(context && { context }),
    ...(costUsd !== undefined && { costUsd }),
  };
}
