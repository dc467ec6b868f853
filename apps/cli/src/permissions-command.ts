import {
  findDataHome,
  type HeldBack,
  loadConfig,
  openPermissions,
  type PermissionReport,
  permissionReport,
  readDecisions,
} from "@genericagent/agent";
import type { PermissionRule } from "@genericagent/tools";
import pc from "picocolors";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";
import { hasTerminal } from "./terminal.js";

const MAX_LINES = 20;

/** `ga permissions`: what was denied or asked, what it would open, and the smallest policy for what is really done. */
export async function permissionsCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const dataHome = findDataHome({ cwd: process.cwd() });
  const config = await loadConfig(dataHome);
  const askPermission = async () => ({ decision: "deny" as const });
  const { policy } = await openPermissions(hasTerminal() ? { askPermission } : {}, config, dataHome);
  const report = permissionReport(await readDecisions(dataHome), policy);
  process.stdout.write(
    json ? `${JSON.stringify({ preset: policy.preset, ...report })}\n` : table(report, policy.preset),
  );
  return EXIT.done;
}

function table(report: PermissionReport, preset: string): string {
  const { sessions, calls, heldBack, capabilities, proposal, covered, stillAsked } = report;
  const lines = [
    `${pc.bold("Policy")} ${preset} · ${calls} decisions in ${sessions} sessions`,
    "",
    pc.bold("Held back"),
    ...(heldBack.length === 0 ? ["  nothing"] : heldBack.slice(0, MAX_LINES).map(heldBackLine)),
    ...(heldBack.length > MAX_LINES ? [`  … ${heldBack.length - MAX_LINES} more in --json`] : []),
    "",
    pc.bold("What each permission opens"),
    ...capabilities.map(
      ({ kind, decision, opens, used, denied }) =>
        `  ${kind.padEnd(14)}${decision.padEnd(6)} ${pc.dim(`${used} used, ${denied} denied`)}  ${opens.join(", ")}`,
    ),
    "",
    `${pc.bold("The smallest policy for what you do")} ${pc.dim(`covers ${covered} actions${stillAsked ? `; ${stillAsked} dangerous ones stay asked` : ""}`)}`,
    printable(JSON.stringify({ permissions: proposal }, null, 2)),
    pc.dim("Put it in config.json to use it."),
  ];
  return `${lines.join("\n")}\n`;
}

function heldBackLine({ rule, danger, tools, denied, askedAndAllowed, example }: HeldBack): string {
  const counts = [denied && `${denied} denied`, askedAndAllowed && `${askedAndAllowed} asked and allowed`];
  const what = printable(example).split("\n", 1)[0]!.slice(0, 80);
  const opens = danger ? pc.red(danger) : pc.dim(`opened by ${printable(describeRule(rule))}`);
  return `  ${counts.filter(Boolean).join(", ")}: ${tools.join(", ")} · ${what} · ${opens}`;
}

const describeRule = ({ decision, action, match }: PermissionRule): string =>
  [decision, action, match && JSON.stringify(match)].filter(Boolean).join(" ");
