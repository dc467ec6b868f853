import type { SkillAccount } from "./skill-account.js";
import { curveOf } from "./stats-curve.js";

/** One page of its own: no script, no font, no picture is loaded from anywhere. */
export function statsPage(accounts: readonly SkillAccount[], stages: ReadonlyMap<string, string>): string {
  const known = accounts.filter(({ rounds }) => rounds.length > 0);
  const saved = known.reduce((sum, { tokensSaved }) => sum + tokensSaved, 0);
  const seconds = known.reduce((sum, { secondsSaved }) => sum + secondsSaved, 0);
  const runs = known.reduce((sum, account) => sum + account.runs, 0);
  const hostRuns = known.reduce((sum, account) => sum + account.hostRuns, 0);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GenericAgent: what the skills save</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header>
<h1>What the skills save</h1>
<p>Each skill against the run that taught it. A filled mark is a run without a model.</p>
</header>
<section class="figures">
${figure(number(saved), "tokens saved, cost of learning taken off")}
${figure(duration(seconds), "time saved")}
${figure(`${hostRuns} of ${runs}`, "uses without a model")}
${figure(String(known.length), known.length === 1 ? "skill with a record" : "skills with a record")}
</section>
<section class="cards">
${[...known]
  .sort((a, b) => b.tokensSaved - a.tokensSaved)
  .map((account) => card(account, stages.get(account.skill) ?? "gone"))
  .join("\n")}
</section>
${known.length === 0 ? "<p>No skill has been learnt or used yet.</p>" : ""}
</main>
</body>
</html>
`;
}

const figure = (value: string, label: string): string =>
  `<div><strong>${escapeHtml(value)}</strong><span>${label}</span></div>`;

function card(account: SkillAccount, stage: string): string {
  const { skill, runs, successes, tokensSaved, secondsSaved, breakEven, learnTokens } = account;
  const rows = [
    ["learnt for", learnTokens > 0 ? `${number(learnTokens)} tokens` : "–"],
    ["runs", `${successes} of ${runs} worked`],
    ["saved", `${number(tokensSaved)} tokens, ${duration(secondsSaved)}`],
    ["paid for itself", breakEven === undefined ? "not yet" : `in round ${breakEven}`],
  ];
  return `<article>
<h2>${escapeHtml(skill)} <em class="${stage === "code" ? "code" : ""}">${escapeHtml(stage)}</em></h2>
${curveOf(account)}
<dl>${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join("")}</dl>
</article>`;
}

export const number = (value: number): string =>
  Math.round(value).toLocaleString("en-US").replaceAll(",", "\u202f");

export function duration(seconds: number): string {
  const sign = seconds < 0 ? "−" : "";
  const size = Math.abs(seconds);
  if (size < 90) return `${sign}${size < 10 ? size.toFixed(1) : Math.round(size)} s`;
  return size < 5400 ? `${sign}${Math.round(size / 60)} min` : `${sign}${(size / 3600).toFixed(1)} h`;
}

export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const STYLE = `
:root { color-scheme: light dark; --ink: #1c1f26; --soft: #667085; --line: #e4e7ec; --paper: #f7f8fa; --card: #fff; --accent: #2563eb; --good: #12805c; --bad: #c4320a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #98a2b3; --line: #2b3040; --paper: #12141a; --card: #1a1d26; --accent: #7aa2ff; --good: #3ecf9b; --bad: #ff8a65; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 48px 24px 64px; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 4px; letter-spacing: -0.02em; }
header p { color: var(--soft); margin: 0 0 28px; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)); gap: 12px; margin-bottom: 28px; }
.figures div { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px 18px; }
.figures strong { display: block; font-size: 26px; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: 13px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 16px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 18px 18px 14px; min-width: 0; }
h2 { font-size: 16px; margin: 0 0 10px; display: flex; justify-content: space-between; gap: 8px; overflow-wrap: anywhere; }
em { font-style: normal; font-size: 12px; font-weight: 500; color: var(--soft); border: 1px solid var(--line); border-radius: 999px; padding: 1px 9px; align-self: start; flex: none; white-space: nowrap; }
em.code { color: var(--good); border-color: currentColor; }
svg { display: block; width: 100%; height: auto; margin-bottom: 8px; }
svg text { fill: var(--soft); font-size: 11px; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 14px; margin: 0; font-size: 13px; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
`;
