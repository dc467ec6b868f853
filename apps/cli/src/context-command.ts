import { dataHomePaths, findDataHome, listSessions, readJournal } from "@genericagent/agent";
import type { Ledger, PartName } from "@genericagent/context";
import pc from "picocolors";
import { describeCount } from "./describe-call.js";
import { EXIT, type ExitCode } from "./exit-code.js";

export interface ContextOptions {
  id?: string | undefined;
  json?: boolean;
}

/** `ga context`: what each request of a session cost, and what the latest one was spent on. */
export async function contextCommand({ id, json = false }: ContextOptions): Promise<ExitCode> {
  const dataHome = findDataHome({ cwd: process.cwd() });
  const session = id ?? (await listSessions(dataHome))[0];
  if (!session) {
    process.stderr.write(`There is no session in ${dataHomePaths(dataHome).sessions}.\n`);
    return EXIT.badUsage;
  }
  const { ledgers } = (await readJournal(dataHome, session)).conversation;
  const latest = ledgers.at(-1);
  if (json) process.stdout.write(`${JSON.stringify({ session, ledgers })}\n`);
  else if (latest)
    process.stdout.write(`${heading(session, latest)}${partsOf(latest)}\n${requestsOf(ledgers)}`);
  else process.stdout.write(`Session ${session} has not sent a request yet.\n`);
  return EXIT.done;
}

const heading = (session: string, { request, budgetTokens }: Ledger): string =>
  `${pc.bold(`Session ${session}`)}, request ${request}, budget ${describeCount(budgetTokens)} tokens\n\n`;

const BAR_CHARS = 30;

/** The parts of the latest request, as counted by the estimate, largest first. */
function partsOf({ parts, totalTokens }: Ledger): string {
  const shown = (Object.entries(parts) as [PartName, number][]).filter(([, tokens]) => tokens > 0);
  return shown
    .sort(([, a], [, b]) => b - a)
    .map(([name, tokens]) => {
      const bar = "█".repeat(Math.max(1, Math.round((tokens / totalTokens) * BAR_CHARS)));
      return `${name.padEnd(10)} ${describeCount(tokens).padStart(7)} ${pc.cyan(bar)}\n`;
    })
    .join("");
}

/** One line a request: what the provider counted, how much of it was cached, what was done to make it fit. */
function requestsOf(ledgers: readonly Ledger[]): string {
  const rows = ledgers.map((ledger) => {
    const { request, counted, totalTokens } = ledger;
    const tokens = counted ? counted.inputTokens : totalTokens;
    const cached = counted ? describeCount(counted.cachedTokens) : "–";
    return `${String(request).padStart(7)} ${describeCount(tokens).padStart(8)} ${cached.padStart(8)}  ${deedsOf(ledger)}\n`;
  });
  return `${pc.dim("request   tokens   cached  what was done")}\n${rows.join("")}`;
}

function deedsOf({ compressed, evicted, spilled, brokenBy }: Ledger): string {
  const deeds = [
    ...(compressed > 0 ? [`${compressed} compressed`] : []),
    ...(evicted > 0 ? [`${evicted} evicted`] : []),
    ...(spilled.length > 0 ? [`${spilled.length} spilled`] : []),
    ...(brokenBy
      ? [
          `cached prefix broken by ${brokenBy.at === "history" ? `message ${brokenBy.index + 1}` : brokenBy.at}`,
        ]
      : []),
  ];
  return deeds.join(", ");
}
