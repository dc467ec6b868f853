import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { CLI, inEmptyHome } from "../start/ga.mjs";

const SECONDS = Number(process.env.SECONDS ?? 8);
const BYTES_PER_SECOND = 200_000;
const TICK_MS = 25;
const HOOK = fileURLToPath(new URL("./loop-delay.mjs", import.meta.url));

const PROSE = `## A heading\n\nSome *prose* with \`code\` and a [link](https://example.org), long enough to be wrapped in a terminal of eighty columns.\n\n- one item\n- another **item**\n\n`;
const CODE = `\`\`\`ts\n${"export const value = (input: string): number => input.length * 42; // a comment\n".repeat(12)}\`\`\`\n\n`;
const TABLE = `| a | b |\n| --- | ---: |\n${"| some text | 42 |\n".repeat(6)}\n`;

/**
 * `ga` in a terminal of its own while an answer streams in. A frame is never longer than the event loop is held up, so
 * that is what is measured, inside the process.
 */
export async function frameTime() {
  if (process.platform === "win32" || spawnSync("script", ["--version"]).status !== 0)
    throw new Error("it needs `script` of util-linux to give ga a terminal");
  return inEmptyHome(async ({ home, env }) => {
    const report = join(home, "delays.json");
    const server = await streamServer();
    const words = [process.execPath, "--import", HOOK, CLI, "--model", "openai/any"].map(
      (word) => `'${word}'`,
    );
    const terminal = spawn("script", ["-qfec", words.join(" "), "/dev/null"], {
      cwd: home,
      stdio: ["pipe", "pipe", "ignore"],
      env: {
        ...{ ...env, TERM: "xterm-256color", FRAME_REPORT: report, COLUMNS: "100", LINES: "40" },
        ...{ OPENAI_API_KEY: "sk-bench-0123456789", OPENAI_BASE_URL: server.url },
      },
    });
    let printed = 0;
    let ready = false;
    terminal.stdout.on("data", (bytes) => {
      printed += bytes.length;
      ready ||= bytes.includes("turn 0");
    });
    try {
      await until(() => ready, "ga to start");
      await sleep(300);
      terminal.stdin.write("go\r");
      await until(() => server.begun, "the request");
      const pid = Number(readFileSync(`${report}.pid`, "utf8"));
      process.kill(pid, "SIGUSR2");
      await until(() => server.ended, "the end of the answer");
      process.kill(pid, "SIGUSR2");
      await until(() => existsSync(report), "the report");
      const { max, p99, mean } = JSON.parse(readFileSync(report, "utf8"));
      return [
        {
          what: `terminal, ${BYTES_PER_SECOND / 1000} kB/s for ${SECONDS} s: longest frame`,
          measured: `${max.toFixed(1)} ms`,
          target: "16 ms",
          met: max < 16,
          beside: `99 of 100 under ${p99.toFixed(1)} ms, mean ${mean.toFixed(2)} ms; ${(printed / 1e6).toFixed(1)} MB drawn`,
        },
      ];
    } finally {
      terminal.stdin.end("\u0004");
      terminal.kill("SIGTERM");
      await server.close();
    }
  });
}

async function until(look, what) {
  for (let tries = 0; tries < 1200; tries++) {
    if (look()) return;
    await sleep(50);
  }
  throw new Error(`waited in vain for ${what}`);
}

/** One endless-looking answer at a steady rate, in deltas of some 40 characters. */
async function streamServer() {
  const state = { begun: false, ended: false };
  const text = `${PROSE}${CODE}${TABLE}`;
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.writeHead(200, { "content-type": "text/event-stream" });
    const send = (delta, finish = null) =>
      response.write(
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", model: "any", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    state.begun = true;
    await sleep(200);
    const started = performance.now();
    for (let sent = 0; performance.now() - started < SECONDS * 1000; ) {
      const due = ((performance.now() - started) / 1000) * BYTES_PER_SECOND;
      for (; sent < due; sent += 40) {
        const at = sent % text.length;
        send({ content: (text + text).slice(at, at + 40) });
      }
      await sleep(TICK_MS);
    }
    send({}, "stop");
    response.end("data: [DONE]\n\n");
    state.ended = true;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${server.address().port}/v1`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
}
