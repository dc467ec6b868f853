import { createServer } from "node:http";

const CHAT = [
  { choices: [{ index: 0, delta: { role: "assistant", content: "Hello." }, finish_reason: null }] },
  { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
  { choices: [], usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 } },
].map((chunk) => ({
  data: { id: "c1", object: "chat.completion.chunk", created: 0, model: "any", ...chunk },
}));

const MESSAGE = {
  id: "m1",
  type: "message",
  role: "assistant",
  model: "any",
  content: [],
  stop_reason: null,
};
const MESSAGES = [
  { type: "message_start", message: { ...MESSAGE, usage: { input_tokens: 5, output_tokens: 0 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello." } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 2 } },
  { type: "message_stop" },
].map((data) => ({ event: data.type, data }));

/** Answers "Hello." to any model on two wires; `onRequest(path)` is called the moment a request's head is there. */
export async function openLoopbackServer(onRequest) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    const events = { "/v1/chat/completions": CHAT, "/v1/messages": MESSAGES }[pathname];
    if (events) onRequest(pathname);
    request.resume().on("end", () => {
      if (!events) return response.writeHead(404).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const { event, data } of events)
        response.write(`${event ? `event: ${event}\n` : ""}data: ${JSON.stringify(data)}\n\n`);
      response.end(events === CHAT ? "data: [DONE]\n\n" : "");
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
