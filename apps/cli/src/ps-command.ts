import { dataHomePaths, findDataHome } from "@genericagent/agent";
import { type BackgroundProcess, endBackground, listBackground } from "@genericagent/tools";
import pc from "picocolors";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";

export interface PsOptions {
  json?: boolean;
  /** A pid, or `all`. */
  end?: string;
}

/** `ga ps`: lists what sessions left running, and ends it. */
export async function psCommand({ json = false, end }: PsOptions): Promise<ExitCode> {
  if (end !== undefined && end !== "all" && !/^[1-9]\d*$/.test(end)) {
    process.stderr.write("ga ps --end takes a pid of the list, or all.\n");
    return EXIT.badUsage;
  }
  const { background } = dataHomePaths(findDataHome({ cwd: process.cwd() }));
  const processes =
    end === undefined
      ? await listBackground(background)
      : await endBackground(background, end === "all" ? undefined : [Number(end)]);
  if (json) process.stdout.write(`${JSON.stringify(processes)}\n`);
  else process.stdout.write(processes.map(line).join("") || nothing(end));
  if (end !== undefined && end !== "all" && processes.length === 0) return EXIT.failed;
  return EXIT.done;
}

function line({ pid, command, ports, cwd, at }: BackgroundProcess): string {
  const listens = ports.length > 0 ? ` port ${ports.join(", ")}` : "";
  return `${String(pid).padStart(7)}${pc.cyan(listens)}  ${printable(command)}${pc.dim(`  ${cwd}, ${at}`)}\n`;
}

const nothing = (end: string | undefined): string =>
  end === undefined || end === "all"
    ? "No session left anything running.\n"
    : `No session left a process ${end}.\n`;
