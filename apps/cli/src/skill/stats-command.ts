import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { openSkillHost } from "@genericagent/agent";
import { type SkillAccount, statsPage } from "@genericagent/memory";
import pc from "picocolors";
import { describeCount, describeDuration } from "../describe-call.js";
import { EXIT, type ExitCode } from "../exit-code.js";
import type { SkillFlags } from "../skill-program.js";

/** `ga skill stats`: in the terminal, or as a page. */
export async function stats(name: string | undefined, { html, json = false }: SkillFlags): Promise<ExitCode> {
  const { skills } = await openSkillHost();
  if (name) await skills.get(name);
  const accounts = [...(await skills.accounts()).values()]
    .filter(({ skill, rounds }) => (name === undefined || skill === name) && rounds.length > 0)
    .sort((a, b) => b.tokensSaved - a.tokensSaved);
  const { skills: all } = await skills.load();
  const stages = new Map(all.map((skill) => [skill.name, skill.retired ? "retired" : skill.stage]));
  if (html) {
    await writeFile(resolve(html), statsPage(accounts, stages));
    process.stdout.write(`${resolve(html)}\n`);
  } else if (json) process.stdout.write(`${JSON.stringify(accounts)}\n`);
  else if (accounts.length === 0) process.stdout.write("No skill has been learnt or used yet.\n");
  else
    process.stdout.write(
      accounts.map((account) => block(account, stages.get(account.skill) ?? "gone")).join("\n"),
    );
  return EXIT.done;
}

const BAR_CHARS = 40;
/** The first rounds show how it was learnt, the last how it does now. */
const SHOWN_ROUNDS = 10;

function block(account: SkillAccount, stage: string): string {
  const { skill, rounds, runs, successes, hostRuns, tokensSaved, secondsSaved, breakEven } = account;
  const top = Math.max(1, ...rounds.map(({ tokens }) => tokens));
  const shown =
    rounds.length <= SHOWN_ROUNDS ? rounds : [...rounds.slice(0, 3), ...rounds.slice(3 - SHOWN_ROUNDS)];
  const bars = shown.map((round) => {
    const number = String(rounds.indexOf(round) + 1).padStart(5);
    const bar = "█".repeat(
      round.tokens === 0 ? 0 : Math.max(1, Math.round((round.tokens / top) * BAR_CHARS)),
    );
    const calls = `${round.requests} model call${round.requests === 1 ? "" : "s"}`;
    const color = round.ok ? pc.cyan : pc.red;
    return `${number} ${describeCount(round.tokens).padStart(8)} ${color(bar.padEnd(BAR_CHARS))} ${pc.dim(`${calls}${round.ok ? "" : ", failed"}`)}\n`;
  });
  const even = breakEven === undefined ? "not paid for itself yet" : `paid for itself in round ${breakEven}`;
  const saved = `${describeCount(Math.max(0, tokensSaved))} tokens and ${describeDuration(Math.max(0, secondsSaved * 1000))} saved`;
  return `${pc.bold(skill)} ${pc.dim(stage)}  ${successes} of ${runs} runs worked, ${hostRuns} without a model\n${saved}, ${even}\n${pc.dim("round   tokens")}\n${bars.join("")}`;
}
