import { findDataHome } from "@genericagent/agent";
import { reflectPaths, serveBoard } from "@genericagent/reflect";
import { abortOnSignals } from "./abort-on-signals.js";
import { EXIT, type ExitCode } from "./exit-code.js";

/** `ga reflect --board serve`: a board on 127.0.0.1 until Ctrl-C. */
export async function serveBoardCommand({ port = 0 }: { port?: number | undefined }): Promise<ExitCode> {
  const journal = reflectPaths(findDataHome({ cwd: process.cwd() })).board;
  const key = process.env.GA_BOARD_KEY;
  const server = await serveBoard({ journal, port, ...(key && { key }) });
  const { signal, release } = abortOnSignals();
  try {
    const shown = key ? "the key from GA_BOARD_KEY" : `GA_BOARD_KEY=${server.key}`;
    process.stdout.write(`Board at ${server.url}, ${shown}. Workers: ga reflect --team ${server.url}\n`);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    return EXIT.done;
  } finally {
    release();
    await server.close();
  }
}
