import { randomBytes } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { appendLine } from "../host/receipt-file.js";
import { writeFileAtomically } from "../host/write-file-atomically.js";
import { ReflectError } from "../reflect-error.js";
import { lastArray } from "./parse-plan.js";

/** A change to the memory that somebody must approve. */
export interface MemoryProposal {
  id: string;
  /** Relative to the memory folder, with `/`. */
  path: string;
  /** The whole new content. */
  text: string;
  why: string;
  /** File name of the report that gives the reasons. */
  report: string;
  /** The session whose runs prove it. */
  session?: string;
  /** ISO 8601. */
  at: string;
}

/** Writes an approved change; a throw keeps it pending. */
export type ApplyProposal = (proposal: MemoryProposal) => Promise<void>;

/** A folder of proposals, one JSON file each, and a record of what was decided. */
export class PendingProposals {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  async add(proposal: Omit<MemoryProposal, "id">): Promise<MemoryProposal> {
    const whole = { id: randomBytes(4).toString("hex"), ...proposal };
    await writeFileAtomically(this.#path(whole.id), `${JSON.stringify(whole, null, 2)}\n`);
    return whole;
  }

  /** Oldest first; a file that is no proposal is passed over. */
  async list(): Promise<MemoryProposal[]> {
    const files = (await readdir(this.dir).catch(() => [])).filter((name) => /^[\w-]+\.json$/.test(name));
    const proposals = await Promise.all(files.map((name) => read(join(this.dir, name))));
    return proposals.filter((proposal) => proposal !== undefined).sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  /** @throws ReflectError `unknown-proposal`; what `apply` throws, and then it stays pending. */
  async accept(id: string, apply: ApplyProposal): Promise<MemoryProposal> {
    const proposal = await this.#get(id);
    await apply(proposal);
    await this.#decide(proposal, "accepted");
    return proposal;
  }

  /** @throws ReflectError `unknown-proposal` */
  async reject(id: string): Promise<MemoryProposal> {
    const proposal = await this.#get(id);
    await this.#decide(proposal, "rejected");
    return proposal;
  }

  async #get(id: string): Promise<MemoryProposal> {
    const found = (await this.list()).find((proposal) => proposal.id === id);
    if (found) return found;
    const known = (await this.list()).map((proposal) => proposal.id).join(", ") || "none";
    throw new ReflectError("unknown-proposal", `There is no proposal "${id}". Pending: ${known}.`);
  }

  async #decide(proposal: MemoryProposal, decision: "accepted" | "rejected"): Promise<void> {
    const line = { decision, decidedAt: new Date().toISOString(), ...proposal };
    await appendLine(join(this.dir, "decided.jsonl"), JSON.stringify(line));
    await rm(this.#path(proposal.id), { force: true });
  }

  #path(id: string): string {
    return join(this.dir, `${id}.json`);
  }
}

const MAX_PROPOSALS = 10;
const MAX_TEXT = 200_000;

/** What a report proposes to remember: the array in its `memory` block. Paths that lead out of the folder are none. */
export function proposalsIn(report: string): Pick<MemoryProposal, "path" | "text" | "why">[] {
  const block = /```memory\s*\n([\s\S]*)```/.exec(report)?.[1];
  if (!block) return [];
  return lastArray(block)
    .flatMap((value) => {
      const { path, text, why } = value as Record<string, unknown>;
      if (typeof path !== "string" || typeof text !== "string" || !isInside(path)) return [];
      return text.length > MAX_TEXT ? [] : [{ path, text, why: typeof why === "string" ? why : "" }];
    })
    .slice(0, MAX_PROPOSALS);
}

const isInside = (path: string): boolean =>
  path !== "" &&
  !/[\\:\0]/.test(path) &&
  path.split("/").every((part) => part !== "" && part !== "." && part !== "..");

async function read(path: string): Promise<MemoryProposal | undefined> {
  try {
    const value = JSON.parse(await readFile(path, "utf8")) as MemoryProposal;
    return typeof value.id === "string" && typeof value.path === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
