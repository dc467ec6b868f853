import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Path of bubblewrap, which the tests of walls and of full and read-only disks need. */
export function findBwrap(): string {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const file = join(folder, "bwrap");
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {} // not in this folder
  }
  throw new Error("These tests need bubblewrap: apt-get install bubblewrap");
}
