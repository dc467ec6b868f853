import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type InstallOptions, installExtension } from "../src/bridge/install-extension.js";

/** A data home of its own, ports of its own, and a Chromium that has the extension loaded from there. */
export interface ExtensionBrowser {
  home: string;
  ports: number[];
  process: ChildProcess;
  /** Starts another browser with the same extension and token. */
  another(): Promise<ChildProcess>;
  close(): Promise<void>;
}

export async function openExtensionBrowser(
  options: Partial<InstallOptions> & { portCount?: number; args?: string[] } = {},
): Promise<ExtensionBrowser> {
  const { portCount = 2, args = [], ...install } = options;
  const home = mkdtempSync(join(tmpdir(), "ga-bridge-"));
  const ports = await freePorts(portCount);
  const { folder } = await installExtension({ home, ports, ...install });
  const children: ChildProcess[] = [];
  const start = async (): Promise<ChildProcess> => {
    const profile = join(home, `profile-${children.length}`);
    const child = spawn(
      findChromium(),
      [...ARGS, ...args, `--user-data-dir=${profile}`, `--load-extension=${folder}`, "about:blank"],
      {
        stdio: "ignore",
        detached: true,
      },
    );
    children.push(child);
    return child;
  };
  return {
    home,
    ports,
    process: await start(),
    another: start,
    async close() {
      await Promise.all(children.map(end));
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const ARGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--window-size=1280,900",
  // Chrome took the switch away from its own builds; Chromium has it where this feature is off.
  "--disable-features=DisableLoadExtensionCommandLineSwitch",
];

/** Ends the browser and its children, which share its process group. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exit = once(child, "exit");
  process.kill(-child.pid, "SIGKILL");
  await exit;
}

/** Ports that nothing listens on now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}

function findChromium(): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const names = ["chromium", "chromium-browser"];
  const found = [
    process.env.CHROMIUM_PATH,
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
  ];
  const path = found.find((each) => each !== undefined && existsSync(each));
  if (path) return path;
  throw new Error("These tests need Chromium: install it, or set CHROMIUM_PATH.");
}
