import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { inEmptyHome } from "../start/ga.mjs";

const SECONDS = Number(process.env.SECONDS ?? 10);
const KB_PER_SECOND = 200;
const CHILD = fileURLToPath(new URL("./frame-child.mjs", import.meta.url));

/** The whole conversation screen, in a process of its own, while an answer streams in. */
export async function frameTime() {
  return inEmptyHome(async ({ home, env }) => {
    const args = [CHILD, home, String(KB_PER_SECOND), String(SECONDS)];
    const printed = execFileSync(process.execPath, args, {
      env: { ...env, TERM: "xterm-256color", FORCE_COLOR: "1" },
      encoding: "utf8",
    });
    const { frames, max, p99, mean, drawn } = JSON.parse(printed);
    return [
      {
        what: `terminal, ${KB_PER_SECOND} kB/s for ${SECONDS} s: longest frame`,
        measured: `${max.toFixed(1)} ms`,
        target: "16 ms",
        met: max < 16,
        beside: `CPU time; of ${frames} frames 99 in 100 under ${p99.toFixed(1)} ms, mean ${mean.toFixed(1)} ms; ${(drawn / 1e6).toFixed(1)} MB drawn`,
      },
    ];
  });
}
