import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL(".", import.meta.url));
const TYPES = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".json": "application/json",
};

/** Serves the pages of the corpus, and below /node_modules the packages, on a loopback port. */
export async function servePages(corpus) {
  const server = createServer(async ({ url }, response) => {
    const { pathname } = new URL(url, "http://local");
    const own = /^\/page\/(\d+)$/.exec(pathname);
    if (own) {
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(corpus[Number(own[1])].html);
      return;
    }
    const path = normalize(decodeURIComponent(pathname));
    if (!path.startsWith("/node_modules/") || path.includes("..")) return void response.writeHead(404).end();
    try {
      const body = await readFile(join(root, path));
      response.setHeader(
        "content-type",
        `${TYPES[extname(path)] ?? "application/octet-stream"}; charset=utf-8`,
      );
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return {
    urlOf: (index) => `http://127.0.0.1:${port}${corpus[index].path ?? `/page/${index}`}`,
    origin: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  };
}
