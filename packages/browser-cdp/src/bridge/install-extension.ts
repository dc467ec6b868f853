import { chmod, cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BrowserError } from "../browser-error.js";
import { openBridgeFile } from "./bridge-file.js";

export interface InstalledExtension {
  /** What the user points the browser at. */
  folder: string;
  version: string;
  /** There was none, or an older one: a browser that runs it takes the new files when it starts or reloads it. */
  isNew: boolean;
}

export interface InstallOptions {
  /** The data home that holds `bridge.json`. */
  home: string;
  /** Where the extension goes. Default `<home>/browser-extension`. */
  folder?: string;
  /** Asked by the extension before the usual ports. */
  ports?: readonly number[];
  /** `requests`: the extension tries no WebSocket. */
  transport?: "socket" | "requests";
}

/**
 * Puts the extension into a folder of the user's, with the token of this user's bridge beside it. The browser loads it
 * from there, so that no token has to be typed: the folder is for the user's eyes alone, and an extension gives no
 * page a look into its files.
 *
 * @throws BrowserError `bridge` when the folder cannot be written.
 */
export async function installExtension({
  home,
  folder = join(home, "browser-extension"),
  ports,
  transport,
}: InstallOptions): Promise<InstalledExtension> {
  const { token } = openBridgeFile(home);
  const before = await versionIn(folder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await cp(EXTENSION_FOLDER, folder, { recursive: true });
    await chmod(folder, 0o700);
    await writePairing(folder, { token, ...(ports && { ports }), ...(transport && { transport }) });
  } catch (error) {
    throw new BrowserError(
      "bridge",
      `The extension could not be put into ${folder}: ${String(error)}`,
      error,
    );
  }
  const version = (await versionIn(folder)) ?? "";
  return { folder, version, isNew: version !== before };
}

/** Beside this file once it is built; a level up where the sources run. */
const EXTENSION_FOLDER = fileURLToPath(
  new URL(import.meta.url.includes("/dist/") ? "./extension" : "../../dist/extension", import.meta.url),
);

async function writePairing(folder: string, pairing: object): Promise<void> {
  const path = join(folder, "pairing.json");
  const beside = `${path}.${process.pid}`;
  await rm(beside, { force: true });
  await writeFile(beside, `${JSON.stringify(pairing)}\n`, { mode: 0o600, flag: "wx" });
  await rename(beside, path);
}

async function versionIn(folder: string): Promise<string | undefined> {
  try {
    return (JSON.parse(await readFile(join(folder, "manifest.json"), "utf8")) as { version: string }).version;
  } catch {
    return undefined;
  }
}
