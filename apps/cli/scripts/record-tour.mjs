// Records tour/tour.jsonl: the words below go through the real loop and the real tools on tour/orders.csv, and what
// comes back is written down. Where an answer must name a figure, it is taken from what the tools found.
// Run after a build: node scripts/record-tour.mjs
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAgent } from "@genericagent/agent";
import { RecordingSession, ScriptedSession } from "@genericagent/llm/testing";
import { countTokens } from "gpt-tokenizer/model/gpt-4o";

const here = (path) => fileURLToPath(new URL(`../tour/${path}`, import.meta.url));
const cassette = here("tour.jsonl");

const sums = `const { readFileSync } = require("node:fs");
const rows = readFileSync("orders.csv", "utf8").trim().split("\\n").slice(1).map((line) => line.split(","));
const revenue = {};
for (const [, , region, , units, price] of rows) revenue[region] = (revenue[region] ?? 0) + units * price;
console.log(rows.length, revenue);`;

const flaws = `const { readFileSync } = require("node:fs");
const lines = readFileSync("orders.csv", "utf8").trim().split("\\n").slice(1);
console.log(JSON.stringify({
  rows: lines.length,
  quotedCommas: lines.filter((line) => line.includes('"')).length,
  missingPrice: lines.filter((line) => line.endsWith(",")).length,
  duplicates: lines.length - new Set(lines.map((line) => line.split(",")[0])).size,
  returns: lines.filter((line) => /,-\\d+,/.test(line)).length,
}));`;

const clean = `const { readFileSync, writeFileSync } = require("node:fs");
const fields = (line) => [...line.matchAll(/("([^"]*)"|[^,]*)(,|$)/g)].map((m) => m[2] ?? m[1]);
const seen = new Set();
const orders = [];
for (const line of readFileSync("orders.csv", "utf8").trim().split("\\n").slice(1)) {
  const [order, date, region, product, units, price] = fields(line);
  if (seen.has(order) || price === "") continue;
  seen.add(order);
  orders.push({ date, region, product, amount: units * price });
}
const by = (key) => {
  const sums = {};
  for (const order of orders) sums[key(order)] = (sums[key(order)] ?? 0) + order.amount;
  return Object.entries(sums).map(([name, sum]) => [name, sum.toFixed(2)]).sort((a, b) => b[1] - a[1]);
};
const total = orders.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
console.log(JSON.stringify({ counted: orders.length, total, regions: by((o) => o.region), products: by((o) => o.product), months: by((o) => o.date.slice(0, 7)).slice(0, 3) }));`;

const check = `const { readFileSync } = require("node:fs");
const report = readFileSync("report.md", "utf8");
// Another way than before: whole cents, counted from the end of each line.
const cents = new Map();
const seen = new Set();
for (const line of readFileSync("orders.csv", "utf8").trim().split("\\n").slice(1)) {
  const id = line.slice(0, line.indexOf(","));
  const [, region, units, price] = /^[^,]*,[^,]*,([^,]*),.*,(-?\\d+),([\\d.]*)$/.exec(line);
  if (seen.has(id) || !price) continue;
  seen.add(id);
  cents.set(region, (cents.get(region) ?? 0) + units * Math.round(price * 100));
}
const money = (value) => (value / 100).toFixed(2);
const expected = [...cents].map(([region, value]) => [region, money(value)]);
expected.push(["Total", money([...cents.values()].reduce((a, b) => a + b))]);
const wrong = expected.filter(([name, value]) => !report.includes(\`| \${name} | \${value} |\`));
console.log(wrong.length === 0 ? \`all \${expected.length} figures of the report agree\` : { wrong });
process.exit(wrong.length === 0 ? 0 : 1);`;

const run = (script) => ({ name: "code_run", args: { type: "javascript", script } });

const steps = [
  () => ({
    text: "<summary>Nothing known yet; look at the file before computing.</summary>",
    toolCalls: [{ name: "file_read", args: { path: "orders.csv", count: 6 } }],
  }),
  () => ({
    text: "<summary>A CSV with region, units and unit_price; try a first sum per region.</summary>",
    toolCalls: [run(sums)],
  }),
  () => ({
    text: "<summary>The sums are NaN: something in the rows breaks a plain split. Count the flaws.</summary>",
    toolCalls: [run(flaws)],
  }),
  () => ({
    text: "<summary>Quoted commas broke the split; some prices are missing, some orders doubled. Keep the rules, compute again.</summary>",
    toolCalls: [
      {
        name: "update_working_checkpoint",
        args: {
          key_info:
            "orders.csv: product may be quoted with a comma; skip rows without price; count each order once; negative units are returns and count.",
        },
      },
      run(clean),
    ],
  }),
  (seen) => ({
    text: "<summary>Clean figures at hand; write the report.</summary>",
    toolCalls: [{ name: "file_write", args: { path: "report.md", content: report(seen) } }],
  }),
  () => ({
    text: "<summary>The report is written; recompute its figures another way before calling it done.</summary>",
    toolCalls: [run(check)],
  }),
  (seen) => ({ text: answer(seen) }),
];

function report({ flaws, figures }) {
  const table = (head, rows) =>
    `| ${head} | Revenue |\n| --- | --- |\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}`;
  return `# Orders 2025

${figures.counted} orders count. Of ${flaws.rows} rows, ${flaws.duplicates} are doubled and ${flaws.missingPrice} have no price; both are left out. ${flaws.returns} returns are subtracted.

${table("Region", [...figures.regions, ["Total", figures.total]])}

${table("Product", figures.products)}

Strongest months: ${figures.months.map(([month, sum]) => `${month} (${sum})`).join(", ")}.
`;
}

const answer = ({ flaws, figures }) =>
  `The report is in report.md. ${figures.counted} orders make ${figures.total} in revenue; ${figures.regions[0][0]} is the strongest region with ${figures.regions[0][1]}. I left out ${flaws.duplicates} doubled rows and ${flaws.missingPrice} without a price, and checked every regional figure a second way.`;

/** What the tools found so far, read out of the requests as a model would. */
function findings(request) {
  const json = request.messages
    .flatMap(({ content }) => content)
    .filter(({ type }) => type === "tool-result")
    .flatMap(({ content }) => content)
    .flatMap(({ text }) => [...text.matchAll(/^\{.*\}$/gm)].map(([found]) => JSON.parse(found)));
  return { flaws: json.find(({ rows }) => rows), figures: json.find(({ counted }) => counted) };
}

let cached = 0;
/** Usage as o200k counts it, everything sent before taken as cached. */
function withUsage(request, reply) {
  const inputTokens = countTokens(JSON.stringify([request.system, request.tools, request.messages]));
  const outputTokens = countTokens(JSON.stringify(reply));
  const usage = { inputTokens, outputTokens, cachedInputTokens: cached, cacheWriteTokens: 0 };
  cached = inputTokens;
  return { ...reply, usage };
}

const dir = mkdtempSync(join(tmpdir(), "ga-record-"));
cpSync(here("orders.csv"), join(dir, "orders.csv"));
rmSync(cassette, { force: true });
const script = steps.map((step) => (request) => withUsage(request, step(findings(request))));
const agent = createAgent({
  cwd: dir,
  dataHome: join(dir, "home"),
  env: { ...process.env, LANG: "C.UTF-8", LC_ALL: "" },
  createSession: () =>
    new RecordingSession(new ScriptedSession(script, { provider: "recorded", model: "tour" }), cassette),
});
for await (const event of agent.run(readFileSync(here("task.txt"), "utf8").trim()))
  if (event.type === "tool-end")
    console.log(
      event.call.name,
      event.result.isError ? "FAILED" : "ok",
      event.result.content[0].text.slice(0, 300),
    );
  else if (event.type === "text-delta") process.stdout.write(event.text);
await agent.close();
rmSync(dir, { recursive: true });
