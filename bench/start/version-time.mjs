import { spawnSync } from "node:child_process";
import { median } from "../lib/median.mjs";
import { CLI, inEmptyHome } from "./ga.mjs";

const ROUNDS = 25;
const TARGET_RATIO = 1.5;

/** Wall time of `ga --version` next to a Node that does nothing, taken in turns. */
export const versionTime = () =>
  inEmptyHome(async ({ home, env }) => {
    const time = (args) => {
      const started = performance.now();
      const { status, stderr } = spawnSync(process.execPath, args, { cwd: home, env, encoding: "utf8" });
      if (status !== 0)
        throw new Error(`node ${args.join(" ")} ended with code ${status}: ${stderr.slice(0, 200)}`);
      return performance.now() - started;
    };
    const ga = [];
    const node = [];
    for (let round = 0; round < ROUNDS; round++) {
      ga.push(time([CLI, "--version"]));
      node.push(time(["-e", "0"]));
    }
    const ratio = median(ga) / median(node);
    return [
      {
        what: "ga --version, wall time",
        measured: `${median(ga).toFixed(1)} ms`,
        reference: `node -e 0: ${median(node).toFixed(1)} ms, × ${ratio.toFixed(2)}`,
        target: `× ${TARGET_RATIO}`,
        met: ratio <= TARGET_RATIO,
        samples: { ga, node },
      },
    ];
  });
