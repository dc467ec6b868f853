import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { DeviceError } from "../../device-error.js";
import { runProgram } from "../../run-program.js";

const INSTALL = "Install xclip, which puts non-ASCII text into windows.";
const CLIPBOARD = ["-selection", "clipboard"];
/** How long an application may take to ask for what it pastes. */
const READ_LIMIT_MS = 4000;
/** Most ask which types there are, then for the text: quiet after that means that they have it. */
const QUIET_MS = 150;
/** Some ask for the text at once: only a longer quiet shows that no second request comes from a busy application. */
const QUIET_AFTER_ONE_MS = 2000;

interface Content {
  type: string;
  data: Buffer;
}

/** Owns the clipboard while `paste` runs and until the text was fetched; then what was there is back. */
export async function withX11Clipboard(
  text: string,
  paste: () => Promise<void>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const earlier = await readClipboard(env);
  const owner = await own(text, env);
  try {
    await paste();
    await owner.fetched();
  } finally {
    if (earlier) await restore(earlier, env);
    owner.end();
  }
}

/** A text, else a picture; what else an application offered cannot be kept. */
async function readClipboard(env: NodeJS.ProcessEnv): Promise<Content | undefined> {
  const read = (type: string) =>
    runProgram("xclip", [...CLIPBOARD, "-o", "-t", type], { env, install: INSTALL, timeoutMs: 2000 }).catch(
      (error: DeviceError) => {
        if (error.code === "program-failed" || error.code === "no-answer") return undefined;
        throw error;
      },
    );
  const targets = (await read("TARGETS"))?.toString("latin1").split("\n") ?? [];
  const type = ["UTF8_STRING", "text/plain;charset=utf-8", "STRING", "image/png"].find((one) =>
    targets.includes(one),
  );
  const data = type && (await read(type));
  return type && data ? { type, data } : undefined;
}

interface Owner {
  /** Resolves when the text was asked for and nothing more came for a moment. */
  fetched(): Promise<void>;
  end(): void;
}

/** `-verbose` keeps xclip in the foreground and has it count the requests. */
async function own(text: string, env: NodeJS.ProcessEnv): Promise<Owner> {
  const child = spawn("xclip", [...CLIPBOARD, "-verbose", "-i"], { env, stdio: ["pipe", "ignore", "pipe"] });
  const failed = once(child, "error").then(([error]) => {
    throw new DeviceError("missing-program", `xclip could not be started. ${INSTALL}`, error);
  });
  failed.catch(() => {});
  let requests = 0;
  let lastAt = 0;
  child.stderr.setEncoding("utf8").on("data", (line: string) => {
    requests += line.match(/Waiting for selection request/g)?.length ?? 0;
    lastAt = performance.now();
  });
  child.stdin.on("error", () => {});
  child.stdin.end(text);
  await Promise.race([failed, until(() => requests > 0, 5000)]);
  return {
    async fetched() {
      // The first line says that it waits; each further one that it has served somebody.
      const quiet = () => performance.now() - lastAt;
      await until(
        () => (requests > 2 && quiet() > QUIET_MS) || (requests === 2 && quiet() > QUIET_AFTER_ONE_MS),
        READ_LIMIT_MS,
      );
      if (requests < 2)
        throw new DeviceError(
          "act-refused",
          "Nothing asked for the text that was pasted. Focus a text field first.",
        );
    },
    end: () => void child.kill("SIGKILL"),
  };
}

async function until(holds: () => boolean, limitMs: number): Promise<void> {
  const end = performance.now() + limitMs;
  while (!holds() && performance.now() < end) await sleep(10);
}

/** This xclip stays, as the owner, until somebody else copies something. */
const restore = ({ type, data }: Content, env: NodeJS.ProcessEnv): Promise<unknown> =>
  new Promise((resolve) => {
    const child = spawn("xclip", [...CLIPBOARD, "-t", type, "-i"], {
      env,
      stdio: ["pipe", "ignore", "ignore"],
    });
    child.on("error", resolve).on("exit", resolve);
    child.stdin.on("error", () => {});
    child.stdin.end(data);
  });
