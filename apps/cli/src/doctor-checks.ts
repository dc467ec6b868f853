import { constants, existsSync } from "node:fs";
import { access, mkdir } from "node:fs/promises";
import {
  dataHomePaths,
  findDataHome,
  listProviders,
  loadConfig,
  loadCredentials,
  type ProviderSources,
  profileOf,
} from "@genericagent/agent";
import { errorMessage } from "@genericagent/core-loop";
import { execa } from "execa";
import { findProgram } from "./find-program.js";
import { findLocalServers } from "./local-servers.js";

/** One thing that was looked at. */
export interface Check {
  name: string;
  /** `missing` things only narrow what the agent can do; `failed` ones must be mended. */
  status: "ok" | "missing" | "failed";
  found: string;
  /** What to do about it; absent when all is well. */
  mend?: string;
}

/** Looks at everything a run needs, all of it whatever fails. */
export async function doctorChecks(cwd: string): Promise<Check[]> {
  const dataHome = findDataHome({ cwd });
  const groups = await Promise.all([
    [nodeCheck()],
    dataHomeCheck(dataHome).then((check) => [check]),
    modelChecks(dataHome),
    programCheck("python", ["python3", "python"], "Install Python 3, so that code_run can use it."),
    programCheck("bash", ["bash"], "Install bash (on Windows PowerShell is used)."),
    browserCheck(dataHome),
    sandboxChecks(),
  ]);
  return groups.flat();
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const found = `${process.version} at ${process.execPath}`;
  if (major > 20 || (major === 20 && minor >= 19)) return { name: "node", status: "ok", found };
  return { name: "node", status: "failed", found, mend: "Install Node.js 20.19 or later." };
}

async function dataHomeCheck(dataHome: string): Promise<Check> {
  try {
    await mkdir(dataHomePaths(dataHome).sessions, { recursive: true });
    await access(dataHomePaths(dataHome).sessions, constants.W_OK);
    return { name: "data home", status: "ok", found: dataHome };
  } catch (error) {
    const mend = "Give yourself write access, or set GA_HOME to a folder you can write.";
    return { name: "data home", status: "failed", found: errorMessage(error), mend };
  }
}

async function modelChecks(dataHome: string): Promise<Check[]> {
  const config = await loadConfig(dataHome).catch((error: Error) => error);
  if (config instanceof Error) return [failed("config", config, "Correct the file, or delete it.")];
  const credentials = await loadCredentials(dataHome).catch((error: Error) => error);
  if (credentials instanceof Error)
    return [failed("credentials", credentials, "Mend it as the message says.")];
  return [configCheck(dataHome), ...(await providerChecks({ config, credentials, env: process.env }))];
}

function configCheck(dataHome: string): Check {
  const { config } = dataHomePaths(dataHome);
  return {
    name: "config",
    status: "ok",
    found: existsSync(config) ? config : `none needed; it would be ${config}`,
  };
}

async function providerChecks(sources: ProviderSources): Promise<Check[]> {
  const providers = listProviders(sources);
  const servers = await findLocalServers(providers);
  const checks = providers.map((provider): Check => {
    const { id, baseUrl, keySource, local } = provider;
    const name = `model ${id}`;
    if (!local)
      return provider.status === "ready"
        ? { name, status: "ok", found: `key from ${keySource}, ${baseUrl}` }
        : { name, status: "missing", found: "no key", mend: `Set ${keySource} to use it.` };
    const server = servers.find((candidate) => candidate.provider.id === id);
    return server
      ? { name, status: "ok", found: `${baseUrl}: ${server.models.slice(0, 5).join(", ") || "no models"}` }
      : {
          name,
          status: "missing",
          found: `nothing answers at ${baseUrl}`,
          mend: "Start the server to use it.",
        };
  });
  if (checks.some(({ status }) => status === "ok")) return checks;
  const mend = "Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or start Ollama, LM Studio or llama.cpp.";
  return [...checks, { name: "a model", status: "failed", found: "none can be asked", mend }];
}

const failed = (name: string, error: Error, mend: string): Check => ({
  name,
  status: "failed",
  found: error.message,
  mend,
});

async function programCheck(name: string, commands: string[], mend: string): Promise<Check[]> {
  const path = commands.map((command) => findProgram(command)).find((found) => found !== undefined);
  if (!path) return [{ name, status: "missing", found: "not on PATH", mend }];
  return [{ name, status: "ok", found: `${await versionOf(path)} at ${path}` }];
}

/** Nothing is started: what a browser lets us do is seen with `ga browser setup`. */
async function browserCheck(dataHome: string): Promise<Check[]> {
  const name = "browser";
  const { browser: config = {} } = await loadConfig(dataHome).catch(() => ({ browser: {} }));
  const mode = config.mode ?? "launch";
  if (mode === "off")
    return [{ name, status: "missing", found: "off in config.json", mend: "Set browser.mode to use it." }];
  if (mode !== "launch") return [{ name, status: "ok", found: `${mode} (ga browser tabs tries it)` }];
  const { findBrowsers } = await import("@genericagent/browser-cdp/find");
  const path = config.path ?? findBrowsers()[0]?.path;
  const mend = "Install Chrome, Chromium or Edge, so that the web tools can use it.";
  if (!path) return [{ name, status: "missing", found: "none found", mend }];
  return [{ name, status: "ok", found: `${path}, profile ${profileOf(config, dataHome)}` }];
}

/** Each wall is really tried. */
async function sandboxChecks(): Promise<Check[]> {
  const { detectSandbox } = await import("@genericagent/tools");
  return (await detectSandbox())
    .filter(({ name }) => name !== "none")
    .map(({ name, works, detail }) => ({
      name: `sandbox ${name}`,
      status: works ? "ok" : "missing",
      found: works ? detail : "does not work here",
      ...(!works && { mend: detail }),
    }));
}

async function versionOf(path: string): Promise<string> {
  const { stdout, failed } = await execa(path, ["--version"], {
    reject: false,
    timeout: 3000,
    stdin: "ignore",
  });
  return failed || !stdout ? "version unknown" : (stdout.split("\n", 1)[0] ?? "");
}
