import { join } from "node:path";
import type { AgentOptions } from "@genericagent/agent";
import { createAgent } from "@genericagent/agent/create-agent";
import pc from "picocolors";
import { calledAs } from "./called-as.js";
import { canMoveCursor } from "./can-move-cursor.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { askOnTerminal } from "./terminal.js";

/** `ga` in a terminal: one conversation, task after task. Ctrl-C stops a run and keeps the conversation. */
export async function interactive(
  options: Pick<AgentOptions, "model" | "cwd" | "resume" | "permissions">,
): Promise<ExitCode> {
  let aside = <T>(ask: () => Promise<T>): Promise<T> => ask();
  const agent = createAgent({
    ...options,
    askUser: (question, signal) => aside(() => askOnTerminal(question, signal)),
    askPermission: async (request, signal) => {
      const { askPermission } = await import("./ask-permission.js");
      return aside(() => askPermission(request, signal));
    },
  });
  const { model, cwd, dataHome } = await agent.open();
  const historyFile = join(dataHome, "prompt_history");
  if (canMoveCursor()) {
    const { ConversationScreen } = await import("./terminal/conversation-screen.js");
    const screen = new ConversationScreen(agent, historyFile);
    aside = (ask) => screen.aside(ask);
    await screen.run();
  } else {
    const { openTextView } = await import("./open-view.js");
    const { plainConversation } = await import("./plain-conversation.js");
    const view = await openTextView();
    aside = (ask) => {
      view.pause();
      return ask();
    };
    process.stderr.write(
      `GenericAgent ${model} · ${cwd}\nType a task. Ctrl-C stops a run; on an empty line it leaves.\n`,
    );
    await plainConversation(agent, view, historyFile);
  }
  const { id } = await agent.open();
  await agent.close();
  process.stderr.write(`${pc.dim(`Continue later: ${calledAs()} resume ${id}`)}\n`);
  return EXIT.done;
}
