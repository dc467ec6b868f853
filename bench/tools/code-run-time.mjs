import { spawn } from "node:child_process";
import { once } from "node:events";
import { median } from "../lib/median.mjs";
import { inTemporaryFolder } from "./temporary-folder.mjs";
import { openTools, TOOLS } from "./tools.mjs";

const ROUNDS = 60;
/** Before they are measured, so that all code has been compiled. */
const WARM_UP = 10;
const TARGET_RATIO = 1.5;
const TARGET_WALL_MS = 60;

/** `bash -c true`, bare, through `code_run`, and through `code_run` behind bubblewrap, taken in turns. */
export const codeRunTime = () =>
  inTemporaryFolder(async (cwd) => {
    const { detectSandbox, noSandbox } = await import(TOOLS);
    const bubblewrap = (await detectSandbox()).find(({ name, works }) => name === "bubblewrap" && works);
    const script = { type: "bash", script: "true" };
    const open = await openTools({ cwd, sandbox: noSandbox });
    const walled = bubblewrap && (await openTools({ cwd, sandbox: bubblewrap.create({ writable: [cwd] }) }));
    const ways = {
      bare: () => once(spawn("bash", ["-c", "true"], { cwd, stdio: ["ignore", "pipe", "pipe"] }), "close"),
      code_run: () => open("code_run", script),
      ...(walled && { bubblewrap: () => walled("code_run", script) }),
    };
    const samples = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
    for (let round = -WARM_UP; round < ROUNDS; round++)
      for (const [name, run] of Object.entries(ways)) {
        const started = performance.now();
        const outcome = await run();
        if (outcome.isError) throw new Error(`${name}: ${outcome.data}`);
        if (round >= 0) samples[name].push(performance.now() - started);
      }
    return rowsOf(samples);
  });

function rowsOf(samples) {
  const [bare, plain] = [median(samples.bare), median(samples.code_run)];
  const reference = `bare spawn: ${bare.toFixed(1)} ms`;
  const rows = [
    {
      what: "code_run of `true`",
      measured: `${plain.toFixed(1)} ms, × ${(plain / bare).toFixed(2)}`,
      ...{ target: `× ${TARGET_RATIO}`, met: plain <= TARGET_RATIO * bare, reference, samples },
    },
  ];
  if (!samples.bubblewrap) return rows;
  const more = median(samples.bubblewrap) - plain;
  const target = `+ ${TARGET_WALL_MS} ms`;
  const measured = `${median(samples.bubblewrap).toFixed(1)} ms, + ${more.toFixed(1)} ms`;
  return [...rows, { what: "… behind bubblewrap", measured, target, met: more <= TARGET_WALL_MS, reference }];
}
