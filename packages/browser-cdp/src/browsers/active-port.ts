import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where a browser listens: its port and path stand in a file of its profile while it allows debugging. */
export async function readActivePort(
  userDataDir: string,
): Promise<{ port: number; url: string } | undefined> {
  const text = await readFile(join(userDataDir, "DevToolsActivePort"), "utf8").catch(() => "");
  const [line, path] = text.split("\n");
  const port = Number(line);
  return port > 0 && path ? { port, url: `ws://127.0.0.1:${port}${path}` } : undefined;
}
