import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { dirname, join } from "node:path";
import type { AdbCredentialStore, AdbPrivateKey } from "@yume-chan/adb";

/** The key of the adb program, which phones may know already, then our own. @param onUse called when a device wants one. */
export function adbKeys(keyFile: string, onUse: () => void): AdbCredentialStore {
  return {
    async *iterateKeys() {
      onUse();
      for (const path of [join(homedir(), ".android", "adbkey"), keyFile]) {
        const key = await read(path);
        if (key) yield key;
      }
    },
    async generateKey() {
      const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
      await mkdir(dirname(keyFile), { recursive: true, mode: 0o700 });
      await writeFile(keyFile, privateKey.export({ type: "pkcs8", format: "pem" }), {
        mode: 0o600,
        flag: "wx",
      });
      return (await read(keyFile))!;
    },
  };
}

async function read(path: string): Promise<AdbPrivateKey | undefined> {
  try {
    const key = createPrivateKey(await readFile(path));
    const buffer = new Uint8Array(key.export({ type: "pkcs8", format: "der" }));
    return { buffer, name: `genericagent@${hostname()}` };
  } catch {
    return undefined;
  }
}
