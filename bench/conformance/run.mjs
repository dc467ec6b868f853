// The conformance kit of @genericagent/llm against our sessions and against peers, and its history fuzzer.
// `node run.mjs PEER…` runs those peers only; `--no-fuzz` leaves the fuzzer out.
import { readFileSync } from "node:fs";
import { listCases } from "../../packages/llm/dist/conformance/index.js";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { fuzzHistories } from "./fuzz-histories.mjs";
import { runPeer } from "./run-peer.mjs";

const PEERS = ["genericagent", "ai-sdk", "ai-sdk-repaired", "openai-agents", "pi-ai"];
const WIRES = { anthropic: "A", "openai-chat": "C", "openai-responses": "R" };

const asked = process.argv.slice(2).filter((name) => PEERS.includes(name));
const failures = [];
const peers = [];
for (const file of asked.length > 0 ? asked : PEERS) {
  try {
    const { adapter } = await import(`./peers/${file}.mjs`);
    peers.push({ name: adapter.name, label: label(adapter), results: await runPeer(file) });
  } catch (error) {
    failures.push(`${file} could not be run: ${error.message}`);
  }
}
printTable();
const fuzz = process.argv.includes("--no-fuzz") ? undefined : await fuzzHistories();
if (fuzz) console.log(`\n${fuzz.runs} broken and ${fuzz.runs} junk histories on each wire: ${fuzz.verdict}`);
writeResults("conformance", { peers, fuzz, failures });
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

/** One row a case, one column a peer; the cell names the wires whose outcome was wrong. */
function printTable() {
  const rows = listCases().map(({ id, title }) => [
    id,
    title,
    ...peers.map(({ results }) => cell(id, results)),
  ]);
  const sums = peers.map(({ results }) => {
    const judged = results.filter(({ verdict }) => verdict !== "not-offered");
    return `${judged.filter(({ verdict }) => verdict === "right").length} of ${judged.length}`;
  });
  table(
    "bench conformance: right outcomes; wrong on A Anthropic, C Chat, R Responses; – not offered",
    ["case", "", ...peers.map(({ name }) => name)],
    [...rows, ["right", "", ...sums]],
  );
  console.log(`\n${peers.map(({ label }) => label).join("\n")}`);
  const ours = peers.find(({ name }) => name === "@genericagent/llm");
  if (!ours) return;
  const wrong = ours.results.filter(({ verdict }) => verdict === "wrong");
  console.log(`\nNo wrong outcome of ours: target ${wrong.length === 0 ? "met" : "missed"}`);
  for (const { id, wire, why } of wrong) console.log(`  ${id} ${wire}: ${why.join("; ")}`);
}

function cell(id, results) {
  const judged = results.filter((result) => result.id === id && result.verdict !== "not-offered");
  if (judged.length === 0) return "–";
  const wrong = judged.filter(({ verdict }) => verdict === "wrong").map(({ wire }) => WIRES[wire]);
  return wrong.length === 0 ? "right" : `wrong ${wrong.join("")}`;
}

function label({ name, packages }) {
  if (packages.length === 0) return `${name} ${version("../../packages/llm/")}`;
  return `${name} (${packages.map((pkg) => `${pkg} ${version(`../node_modules/${pkg}/`)}`).join(", ")})`;
}

function version(folder) {
  return JSON.parse(readFileSync(new URL(`${folder}package.json`, import.meta.url), "utf8")).version;
}
