import { findDataHome } from "@genericagent/agent";
import { type MemoryProposal, PendingProposals, reflectPaths } from "@genericagent/reflect";
import pc from "picocolors";
import { applyProposal } from "./apply-proposal.js";
import { EXIT, type ExitCode } from "./exit-code.js";
import { printable } from "./printable.js";

export interface ReviewOptions {
  accept?: string | undefined;
  reject?: string | undefined;
  json?: boolean | undefined;
}

/** `ga reflect review`: what exploration wants to remember, and the user's word on it. */
export async function reviewCommand({ accept, reject, json = false }: ReviewOptions): Promise<ExitCode> {
  const dataHome = findDataHome({ cwd: process.cwd() });
  const paths = reflectPaths(dataHome);
  const pending = new PendingProposals(paths.pending);
  if (accept !== undefined) {
    const { path } = await pending.accept(accept, applyProposal(dataHome));
    process.stdout.write(`Accepted: ${printable(path)} is in the memory.\n`);
  } else if (reject !== undefined) {
    const { path } = await pending.reject(reject);
    process.stdout.write(`Rejected: ${printable(path)}.\n`);
  } else {
    const list = await pending.list();
    const none = `Nothing waits for your approval. Reports: ${paths.exploration}/reports\n`;
    process.stdout.write(json ? `${JSON.stringify(list)}\n` : list.map(describe).join("\n") || none);
  }
  return EXIT.done;
}

const SHOWN_LINES = 12;

function describe({ id, path, why, text, report, at }: MemoryProposal): string {
  const lines = printable(text).split("\n");
  const rest =
    lines.length > SHOWN_LINES ? `\n  ${pc.dim(`… ${lines.length - SHOWN_LINES} more lines`)}` : "";
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `  ${pc.green("+")} ${line}`);
  return `${pc.bold(id)} ${printable(path)} ${pc.dim(`${at.slice(0, 16)}, ${report}`)}\n  ${printable(why)}\n${shown.join("\n")}${rest}\n`;
}
