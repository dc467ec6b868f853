import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject, Wire } from "@genericagent/core-loop";
import { asObject, asText, parseJson } from "../loose-json.js";
import { deliver } from "./deliver.js";
import { encodeAnswer } from "./encode-answer.js";
import type { ModelAnswer, ReceivedRequest } from "./model-answer.js";
import { Script, type ScriptSource } from "./script.js";

export interface ModelServerOptions {
  script: ScriptSource<ReceivedRequest, ModelAnswer>;
  /** What `/v1/models` lists. Default `test-model`. */
  models?: string[];
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`, the base URL of `AnthropicSession`. */
  readonly url: string;
  /** The base URL for a session of that wire. */
  baseUrl(wire: Wire): string;
  /** Model requests in the order in which they came. */
  readonly requests: readonly ReceivedRequest[];
  /** @throws when the model was asked too often or not often enough. */
  assertDone(): void;
  /** Closes all connections, then does what `assertDone` does. */
  close(): Promise<void>;
}

const WIRES: Record<string, Wire> = {
  "/v1/messages": "anthropic",
  "/v1/chat/completions": "openai-chat",
  "/v1/responses": "openai-responses",
};

/** A model that is not there: a loopback server that speaks the three wires and answers by script. */
export async function startModelServer(options: ModelServerOptions): Promise<ModelServer> {
  const script = new Script<ReceivedRequest, ModelAnswer>(options.script);
  const requests: ReceivedRequest[] = [];
  let calls = 0;
  const nextCallId = () => `call_${++calls}`;

  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const path = new URL(message.url ?? "/", "http://127.0.0.1").pathname;
    if (path === "/v1/models") return sendJson(response, 200, listModels(options.models ?? ["test-model"]));
    const wire = WIRES[path];
    if (!wire) return sendJson(response, 404, failure(`there is no ${path} here`));

    const request = await receive(message, wire, path);
    requests.push(request);
    let cutHere = false;
    response.on("close", () => {
      request.clientGone = !response.writableFinished && !cutHere;
    });
    const step = await script.next(request);
    cutHere = step?.cutAfterBytes !== undefined;
    if (!step) return sendJson(response, 400, failure("the script has no answer left for this request"));
    await deliver(response, encodeAnswer(step, request, nextCallId), step);
  };

  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) =>
      sendJson(response, 400, failure(`the script failed: ${error}`)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    baseUrl: (wire) => (wire === "anthropic" ? url : `${url}/v1`),
    requests,
    assertDone: () => script.assertDone(),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      script.assertDone();
    },
  };
}

async function receive(message: IncomingMessage, wire: Wire, path: string): Promise<ReceivedRequest> {
  const parts: Uint8Array[] = [];
  for await (const part of message) parts.push(part as Uint8Array);
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    wire,
    path,
    headers,
    body: asObject(parseJson(Buffer.concat(parts).toString())),
    clientGone: false,
  };
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

const failure = (message: string): JsonObject => ({
  type: "error",
  error: { type: "invalid_request_error", message: `model server: ${asText(message)}` },
});

const listModels = (ids: string[]): JsonObject => ({
  object: "list",
  data: ids.map((id) => ({ id, object: "model", type: "model", created: 1, owned_by: "test" })),
});
