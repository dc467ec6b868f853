import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BrowserError } from "../browser-error.js";
import { randomHex } from "./proof.js";
import { BRIDGE_PORTS } from "./wire.js";

/** What the `ga` processes of one user share about their bridge. */
export interface BridgeFile {
  /** 32 random bytes as hex; proves that both sides belong to this user. */
  token: string;
  /** Where the last master listened: asked first. */
  port: number;
}

/**
 * Reads `bridge.json` in this folder, or makes it, readable by the user alone. Of two processes that make it at the
 * same time both get the same token.
 *
 * @throws BrowserError `bridge` when it is damaged, cannot be written, or others may read it.
 */
export function openBridgeFile(folder: string): BridgeFile {
  const path = join(folder, "bridge.json");
  try {
    return read(path) ?? create(folder, path);
  } catch (error) {
    if (error instanceof BrowserError) throw error;
    throw new BrowserError("bridge", `${path} could not be read or written: ${String(error)}`, error);
  }
}

/** Writes where the master listens now. */
export function saveBridgeFile(folder: string, file: BridgeFile): void {
  const path = join(folder, "bridge.json");
  renameSync(writeBeside(path, file), path);
}

function read(path: string): BridgeFile | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0)
    throw new BrowserError("bridge", `Other users may read ${path}, so its token is no secret. ${MEND}`);
  const file = parse(text);
  if (file) return file;
  throw new BrowserError("bridge", `${path} is damaged. ${MEND}`);
}

const MEND = "Delete the file, run `ga browser setup`, and the bridge has a new token.";

function parse(text: string): BridgeFile | undefined {
  try {
    const { token, port } = JSON.parse(text) as Partial<BridgeFile>;
    const isWhole = typeof token === "string" && /^[0-9a-f]{64}$/.test(token) && Number.isInteger(port);
    return isWhole ? { token, port: port as number } : undefined;
  } catch {
    return undefined;
  }
}

function create(folder: string, path: string): BridgeFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const beside = writeBeside(path, { token: randomHex(), port: BRIDGE_PORTS[0] as number });
  try {
    linkSync(beside, path); // fails when another process was first; then its token counts
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  return read(path) as BridgeFile;
}

function writeBeside(path: string, file: BridgeFile): string {
  const beside = `${path}.${process.pid}.${Date.now()}`;
  writeFileSync(beside, `${JSON.stringify(file)}\n`, { mode: 0o600, flag: "wx" });
  return beside;
}
