import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { measureCall, megabytes } from "./measure-call.mjs";
import { inTemporaryFolder } from "./temporary-folder.mjs";

const GIGABYTE = 1e9;
const LINE = "The quick brown fox jumps over the lazy dog, and then it writes a log line about it.\n";
const NEEDLE = "a needle in the last line\n";
const MAX_WINDOW_BYTES = 64e6;
const PATCHED_BYTES = 100e6;

/** A window at the end of a file of 1 GB, a word in it, and a patch of one of 100 MB. */
export const largeFiles = () =>
  inTemporaryFolder(async (cwd) => {
    const lines = write(join(cwd, "1gb"), GIGABYTE);
    write(join(cwd, "100mb"), PATCHED_BYTES);
    const read = (args) => measureCall({ cwd }, "file_read", { path: "1gb", ...args });
    const old_content = NEEDLE.trim();
    const calls = [
      [
        "file_read: 200 lines at the end of 1 GB",
        await read({ start: lines - 199 }),
        MAX_WINDOW_BYTES,
        `-${lines} of`,
      ],
      [
        "file_read: a keyword in its last line",
        await read({ keyword: "NEEDLE in" }),
        MAX_WINDOW_BYTES,
        "the only one",
      ],
      [
        "file_read: a keyword it does not hold",
        await read({ keyword: "unicorn" }),
        MAX_WINDOW_BYTES,
        "no line",
      ],
      [
        "file_patch of 100 MB",
        await measureCall({ cwd }, "file_patch", { path: "100mb", old_content, new_content: "found" }),
        3 * PATCHED_BYTES,
        "Patched",
      ],
    ];
    return calls.map(([what, { ms, peakBytes, data, isError }, maxBytes, said]) => {
      if (isError || !data.includes(said)) throw new Error(`${what}: ${data}`);
      return {
        what,
        measured: `+ ${megabytes(peakBytes)}, ${(ms / 1000).toFixed(2)} s`,
        target: `+ ${megabytes(maxBytes)}`,
        met: peakBytes <= maxBytes,
        reference: "",
        ...{ ms, peakBytes },
      };
    });
  });

/** Gives the number of lines. */
function write(path, bytes) {
  const file = openSync(path, "w");
  const block = LINE.repeat(10_000);
  const blocks = Math.floor(bytes / block.length);
  try {
    for (let count = 0; count < blocks; count++) writeSync(file, block);
    writeSync(file, NEEDLE);
  } finally {
    closeSync(file);
  }
  return blocks * 10_000 + 1;
}
