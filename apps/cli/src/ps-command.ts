import pc from "picocolors";
import type { BackgroundEntry, BackgroundList } from "./background-list.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";

export interface PsOptions {
  json?: boolean;
  /** A pid, or `all`. */
  end?: string;
}

/** `ga ps`: lists what sessions left running, and ends it. */
export async function psCommand(
  { json = false, end }: PsOptions,
  background: BackgroundList,
): Promise<ExitCode> {
  if (end !== undefined && end !== "all" && !/^[1-9]\d*$/.test(end)) {
    process.stderr.write("ga ps --end takes a pid of the list, or all.\n");
    return EXIT.badUsage;
  }
  const processes =
    end === undefined
      ? await background.list()
      : await background.end(end === "all" ? undefined : [Number(end)]);
  if (json) process.stdout.write(`${JSON.stringify(processes)}\n`);
  else process.stdout.write(processes.map(line).join("") || nothing(end));
  if (end !== undefined && end !== "all" && processes.length === 0) return EXIT.failed;
  return EXIT.done;
}

const line = ({ pid, command, group }: BackgroundEntry): string =>
  `${String(pid).padStart(7)}  ${printable(command)}${group === pid ? "" : pc.dim(`  group ${group}`)}\n`;

const nothing = (end: string | undefined): string =>
  end === undefined || end === "all"
    ? "No session left anything running.\n"
    : `No session left a process ${end}.\n`;
