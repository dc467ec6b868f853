import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface PageServer {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** The same pages under another site. */
  otherSite: string;
  /** The address of a page that is served from now on. */
  page(html: string): string;
  /** The address that this function answers. */
  route(answer: (request: IncomingMessage, response: ServerResponse) => void): string;
  close(): Promise<void>;
}

/** Pages on a loopback port. */
export async function startPageServer(): Promise<PageServer> {
  const routes = new Map<string, (request: IncomingMessage, response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://x").pathname;
    const answer = routes.get(path);
    if (answer) return answer(request, response);
    response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const route: PageServer["route"] = (answer) => {
    const path = `/${routes.size + 1}`;
    routes.set(path, answer);
    return origin + path;
  };
  return {
    origin,
    otherSite: `http://localhost:${port}`,
    route,
    page: (html) =>
      route((_, response) => {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(`<!doctype html>${html}`);
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
