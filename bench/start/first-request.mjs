import { spawn } from "node:child_process";
import { median } from "../lib/median.mjs";
import { cpuTimeMs } from "./cpu-time.mjs";
import { CLI, inEmptyHome } from "./ga.mjs";
import { openLoopbackServer } from "./loopback-server.mjs";

const ROUNDS = 15;
const TARGET_MS = 250;

/** CPU time of `ga run` from process start until its first request reaches a loopback server. */
export async function firstRequest() {
  if (process.platform !== "linux") throw new Error("reads CPU time from /proc: Linux only");
  let onRequest = () => {};
  const server = await openLoopbackServer(() => onRequest());
  const variants = [
    {
      what: "ga run, openai",
      args: [CLI, "run", "--model", "openai/any", "hi"],
      env: { OPENAI_BASE_URL: `${server.origin}/v1`, OPENAI_API_KEY: "x" },
    },
    {
      what: "ga run, anthropic",
      args: [CLI, "run", "--model", "anthropic/any", "hi"],
      env: { ANTHROPIC_BASE_URL: server.origin, ANTHROPIC_API_KEY: "x" },
    },
    {
      what: "fetch alone",
      args: ["-e", `fetch("${server.origin}/v1/messages", { method: "POST" })`],
      env: {},
    },
  ].map((variant) => ({ ...variant, samples: [] }));

  const runOnce = ({ args, env }) =>
    inEmptyHome(
      (place) =>
        new Promise((resolve, reject) => {
          const child = spawn(process.execPath, args, { cwd: place.home, env: { ...place.env, ...env } });
          let cpuMs;
          let stderr = "";
          onRequest = () => {
            cpuMs ??= cpuTimeMs(child.pid);
          };
          child.stdout.resume();
          child.stderr.on("data", (chunk) => {
            stderr += chunk;
          });
          child.on("error", reject);
          child.on("close", (code) => {
            if (code === 0 && cpuMs !== undefined) resolve(cpuMs);
            else
              reject(
                new Error(`${args.slice(1).join(" ")} ended with code ${code}: ${stderr.slice(0, 200)}`),
              );
          });
        }),
    );

  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const variant of variants) variant.samples.push(await runOnce(variant));
  } finally {
    server.close();
  }
  const floor = variants.pop();
  return variants.map(({ what, samples }) => ({
    what: `${what}: CPU time to the first request`,
    measured: `${median(samples).toFixed(0)} ms`,
    reference: `${floor.what}: ${median(floor.samples).toFixed(0)} ms`,
    target: `${TARGET_MS} ms`,
    met: median(samples) <= TARGET_MS,
    samples: { ga: samples, fetch: floor.samples },
  }));
}
