import pc from "picocolors";
import { type Check, doctorChecks } from "./doctor-checks.js";
import { EXIT, type ExitCode } from "./exit-code.js";

const MARK = { ok: pc.green("✓"), missing: pc.yellow("–"), failed: pc.red("✗") };

/** `ga doctor`: 0 when a run is possible, 1 when something must be mended first. */
export async function doctorCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const checks = await doctorChecks(process.cwd());
  process.stdout.write(json ? `${JSON.stringify(checks)}\n` : table(checks));
  return checks.some(({ status }) => status === "failed") ? EXIT.failed : EXIT.done;
}

function table(checks: Check[]): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, status, found, mend }) => {
      const indent = " ".repeat(width + 3);
      return `${MARK[status]} ${name.padEnd(width)} ${found}\n${mend ? `${indent}${pc.dim(`→ ${mend}`)}\n` : ""}`;
    })
    .join("");
}
