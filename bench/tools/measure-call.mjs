import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const child = fileURLToPath(new URL("child.mjs", import.meta.url));

/** One call in a process of its own: its time, and the peak of memory over what the process had before it. */
export async function measureCall(ports, name, args) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    child,
    JSON.stringify({ ports, name, args }),
  ]);
  return JSON.parse(stdout);
}

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;
