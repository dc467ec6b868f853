/** What the scripted model of the tour writes: for a file and a report that it read in its task. */
export const firstSums = (file: string): string => `const { readFileSync } = require("node:fs");
const rows = readFileSync("${file}", "utf8").trim().split("\\n").slice(1).map((line) => line.split(","));
const revenue = {};
for (const [, , region, , units, price] of rows) revenue[region] = (revenue[region] ?? 0) + units * price;
if (Object.values(revenue).some(Number.isNaN)) throw new Error("some sums are NaN: " + JSON.stringify(revenue));
console.log(rows.length, revenue);`;

export const countFlaws = (file: string): string => `const { readFileSync } = require("node:fs");
const lines = readFileSync("${file}", "utf8").trim().split("\\n").slice(1);
console.log(JSON.stringify({
  rows: lines.length,
  quotedCommas: lines.filter((line) => line.includes('"')).length,
  missingPrice: lines.filter((line) => line.endsWith(",")).length,
  duplicates: lines.length - new Set(lines.map((line) => line.split(",")[0])).size,
  returns: lines.filter((line) => /,-\\d+,/.test(line)).length,
}));`;

export const writeReport = (
  file: string,
  report: string,
): string => `const { readFileSync, writeFileSync } = require("node:fs");
const fields = (line) => [...line.matchAll(/("([^"]*)"|[^,]*)(,|$)/g)].map((m) => m[2] ?? m[1]);
const seen = new Set();
const orders = [];
let doubled = 0;
let unpriced = 0;
for (const line of readFileSync("${file}", "utf8").trim().split("\\n").slice(1)) {
  const [order, date, region, product, units, price] = fields(line);
  if (seen.has(order)) doubled++;
  else if (price === "") unpriced++;
  else orders.push({ date, region, product, amount: units * price });
  seen.add(order);
}
const by = (key) => {
  const sums = {};
  for (const order of orders) sums[key(order)] = (sums[key(order)] ?? 0) + order.amount;
  return Object.entries(sums).sort((a, b) => b[1] - a[1]).map(([name, sum]) => [name, sum.toFixed(2)]);
};
const total = orders.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
const table = (head, rows) => "| " + head + " | Revenue |\\n| --- | --- |\\n" + rows.map((row) => "| " + row.join(" | ") + " |").join("\\n");
const regions = by((order) => order.region);
writeFileSync("${report}", [
  "# Revenue of ${file}",
  orders.length + " orders count. " + doubled + " doubled rows and " + unpriced + " without a price are left out; returns are subtracted.",
  table("Region", [...regions, ["Total", total]]),
  table("Product", by((order) => order.product)),
].join("\\n\\n") + "\\n");
console.log(JSON.stringify({ counted: orders.length, total, best: regions[0][0], bestRevenue: regions[0][1], doubled, unpriced }));`;

export const checkReport = (
  file: string,
  report: string,
): string => `const { readFileSync } = require("node:fs");
const report = readFileSync("${report}", "utf8");
// Another way than before: whole cents, counted from the end of each line.
const cents = new Map();
const seen = new Set();
for (const line of readFileSync("${file}", "utf8").trim().split("\\n").slice(1)) {
  const id = line.slice(0, line.indexOf(","));
  const [, region, units, price] = /^[^,]*,[^,]*,([^,]*),.*,(-?\\d+),([\\d.]*)$/.exec(line);
  if (seen.has(id) || !price) continue;
  seen.add(id);
  cents.set(region, (cents.get(region) ?? 0) + units * Math.round(price * 100));
}
const money = (value) => (value / 100).toFixed(2);
const expected = [...cents].map(([region, value]) => [region, money(value)]);
expected.push(["Total", money([...cents.values()].reduce((a, b) => a + b))]);
const wrong = expected.filter(([name, value]) => !report.includes("| " + name + " | " + value + " |"));
console.log(wrong.length === 0 ? "all " + expected.length + " figures of the report agree" : wrong);
process.exit(wrong.length === 0 ? 0 : 1);`;
