// `node bench/pages/write-readme.mjs`: puts the tables of the last run, from `bench/results/pages.json`, into README.md.
import { readFileSync, writeFileSync } from "node:fs";
import { tablesOf } from "./report.mjs";

const BEGIN = "<!-- measured: begin -->";
const END = "<!-- measured: end -->";
const readme = new URL("README.md", import.meta.url);
const { pages, failures, machine } = JSON.parse(
  readFileSync(new URL("../results/pages.json", import.meta.url), "utf8"),
);
const { views, targets, dense, large, missing, failures: failed } = tablesOf(pages, failures);

const text = readFileSync(readme, "utf8");
const [before, rest] = text.split(BEGIN);
const after = rest?.split(END)[1];
if (after === undefined) throw new Error(`README.md lacks ${BEGIN} … ${END}.`);
const measured = [
  `${pages.length} pages. Medians, 10th percentiles in brackets, noise is a mean; ${machine.cores} cores, Node ${machine.node}.`,
  ...[views, targets, dense, large, missing, failed].filter(({ rows }) => rows.length > 0).map(section),
];
writeFileSync(readme, `${before}${BEGIN}\n\n${measured.join("\n\n")}\n\n${END}${after}`);

function section({ title, headings, rows }, index) {
  const lines = [headings, headings.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return `${index === 0 ? "" : `**${title[0].toUpperCase()}${title.slice(1)}**\n\n`}${lines.join("\n")}`;
}
