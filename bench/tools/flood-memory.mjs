import { measureCall, megabytes } from "./measure-call.mjs";
import { inTemporaryFolder } from "./temporary-folder.mjs";

const MAX_BYTES = 64e6;
const SECONDS = 10;

/** A command that prints without end until its time is up. */
export const floodMemory = () =>
  inTemporaryFolder(async (cwd) => {
    const args = { type: "bash", script: "yes", timeout: SECONDS };
    const { peakBytes, data } = await measureCall({ cwd, spillDir: cwd }, "code_run", args);
    if (!data.startsWith(`timed out after ${SECONDS} s`)) throw new Error(data);
    const [characters] = /\d+ characters/.exec(data);
    return [
      {
        what: `code_run of \`yes\` for ${SECONDS} s`,
        measured: `+ ${megabytes(peakBytes)}`,
        target: `+ ${megabytes(MAX_BYTES)}`,
        met: peakBytes <= MAX_BYTES,
        reference: characters,
        peakBytes,
      },
    ];
  });
