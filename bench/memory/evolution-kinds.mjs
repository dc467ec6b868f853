// Eight kinds of tasks, each with files that differ from round to round. A kind says how its task reads, what files it
// needs, how a model works it out (a first try that fails, then the way), and what is right.
const SOURCES = ["North", "South", "East", "West", "Alpha", "Beta", "Gamma", "Delta", "Omega"];
const js = (code) => ({ type: "javascript", script: `const fs = require("node:fs");\n${code}` });
const py = (code) => ({ type: "python", script: code });
const sh = (code) => ({ type: "bash", script: code });

/** The same numbers each time: a linear congruential generator (Numerical Recipes). */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const rowsOf = (round, kind) => {
  const next = numbers(1000 * kind + round);
  return Array.from({ length: 60 }, (_, index) => ({
    id: `R${index}`,
    region: SOURCES[next(4)],
    product: `item ${next(9)}`,
    units: 1 + next(20),
    price: 1 + next(500) / 4,
    day: `${String(1 + next(28)).padStart(2, "0")}.${String(1 + next(12)).padStart(2, "0")}.2025`,
  }));
};
const csv = (rows) =>
  `id,region,product,units,price,day\n${rows.map((row) => Object.values(row).join(",")).join("\n")}\n`;
const sumOf = (rows) => rows.reduce((sum, { units, price }) => sum + units * price, 0);

export const KINDS = [
  {
    name: "invoice total",
    task: (n) => `Add up the amounts of invoices-${n}.csv and write total-${n}.json`,
    other: (n) => `Please write total-${n}.json with the amounts of invoices-${n}.csv added up`,
    files: (n) => ({ [`invoices-${n}.csv`]: csv(rowsOf(n, 1)) }),
    tries: (n) => [js(`const rows = JSON.parse(fs.readFileSync("invoices-${n}.csv", "utf8"));`)],
    way: (n) =>
      js(`const rows = fs.readFileSync("invoices-${n}.csv", "utf8").trim().split("\\n").slice(1).map((line) => line.split(","));
const total = rows.reduce((sum, row) => sum + row[3] * row[4], 0);
fs.writeFileSync("total-${n}.json", JSON.stringify({ total }));
console.log(JSON.stringify({ rows: rows.length, total }));`),
    check: (n) =>
      js(
        `if (typeof JSON.parse(fs.readFileSync("total-${n}.json", "utf8")).total !== "number") process.exit(1);`,
      ),
    right: (n, read) => Math.abs(JSON.parse(read(`total-${n}.json`)).total - sumOf(rowsOf(n, 1))) < 1e-6,
  },
  {
    name: "word count",
    task: (n) => `Count the words of notes-${n}.txt and write words-${n}.json`,
    other: (n) => `Write words-${n}.json: a count of the words in notes-${n}.txt`,
    files: (n) => ({
      [`notes-${n}.txt`]: rowsOf(n, 2)
        .map(({ product, region }) => `${product} for ${region}.`)
        .join("\n"),
    }),
    tries: (n) => [py(`import json\nprint(json.load(open("notes-${n}.txt")))`)],
    way: (n) =>
      py(`import json, re
text = open("notes-${n}.txt", encoding="utf-8").read()
words = re.findall(r"\\w+", text)
json.dump({"words": len(words)}, open("words-${n}.json", "w"))
print(json.dumps({"words": len(words)}))`),
    check: (n) => py(`import json\nassert json.load(open("words-${n}.json"))["words"] > 0`),
    right: (n, read) => JSON.parse(read(`words-${n}.json`)).words === 60 * 4,
  },
  {
    name: "errors of a log",
    task: (n) => `List the errors of server-${n}.log by module in errors-${n}.txt`,
    other: (n) => `I need errors-${n}.txt: the errors of server-${n}.log, by module`,
    files: (n) => ({
      [`server-${n}.log`]: rowsOf(n, 3)
        .map(({ region, units }) => `${units > 10 ? "ERROR" : "info"} ${region} took ${units}`)
        .join("\n"),
    }),
    tries: () => [sh("grep -c ERROR server.log")],
    way: (n) =>
      sh(
        `grep '^ERROR' server-${n}.log | cut -d' ' -f2 | sort | uniq -c | sort -rn > errors-${n}.txt\nwc -l < errors-${n}.txt`,
      ),
    check: (n) => sh(`test -s errors-${n}.txt`),
    right: (n, read) =>
      read(`errors-${n}.txt`)
        .trim()
        .split("\n")
        .reduce((sum, line) => sum + Number.parseInt(line, 10), 0) ===
      rowsOf(n, 3).filter(({ units }) => units > 10).length,
  },
  {
    name: "JSON to CSV",
    task: (n) => `Turn orders-${n}.json into orders-${n}.csv`,
    other: (n) => `Make orders-${n}.csv out of orders-${n}.json`,
    files: (n) => ({ [`orders-${n}.json`]: JSON.stringify(rowsOf(n, 4)) }),
    tries: () => [js(`console.log(require("csv-writer").create());`)],
    way: (n) =>
      js(`const rows = JSON.parse(fs.readFileSync("orders-${n}.json", "utf8"));
const names = Object.keys(rows[0]);
fs.writeFileSync("orders-${n}.csv", [names.join(","), ...rows.map((row) => names.map((name) => row[name]).join(","))].join("\\n") + "\\n");
console.log(JSON.stringify({ rows: rows.length }));`),
    check: (n) =>
      js(`if (fs.readFileSync("orders-${n}.csv", "utf8").split("\\n").length < 3) process.exit(1);`),
    right: (n, read) => read(`orders-${n}.csv`) === csv(rowsOf(n, 4)),
  },
  {
    name: "dates to ISO",
    task: (n) => `Rewrite the dates of sales-${n}.csv as ISO in dated-${n}.csv`,
    other: (n) => `Produce dated-${n}.csv from sales-${n}.csv with the dates rewritten as ISO`,
    files: (n) => ({ [`sales-${n}.csv`]: csv(rowsOf(n, 5)) }),
    tries: (n) => [
      py(
        `from datetime import datetime\nfor line in open("sales-${n}.csv"):\n    datetime.fromisoformat(line.split(",")[5].strip())`,
      ),
    ],
    way: (n) =>
      py(`import re
text = open("sales-${n}.csv", encoding="utf-8").read()
dated, count = re.subn(r"(\\d{2})\\.(\\d{2})\\.(\\d{4})", r"\\3-\\2-\\1", text)
open("dated-${n}.csv", "w", encoding="utf-8").write(dated)
print('{"dates": %d}' % count)`),
    check: (n) => py(`import sys\nsys.exit(0 if "-" in open("dated-${n}.csv").read() else 1)`),
    right: (n, read) => read(`dated-${n}.csv`).includes(rowsOf(n, 5)[0].day.split(".").reverse().join("-")),
  },
  {
    name: "best products",
    task: (n) => `Write the top ${10 + n} orders of shop-${n}.csv by value to best-${n}.csv`,
    other: (n) => `From shop-${n}.csv take the top ${10 + n} orders by value and write them to best-${n}.csv`,
    files: (n) => ({ [`shop-${n}.csv`]: csv(rowsOf(n, 6)) }),
    tries: (n) => [js(`fs.readFileSync("shop-${n}.csv").sort();`)],
    way: (n) =>
      js(`const [head, ...lines] = fs.readFileSync("shop-${n}.csv", "utf8").trim().split("\\n");
const value = (line) => line.split(",")[3] * line.split(",")[4];
const best = lines.sort((a, b) => value(b) - value(a)).slice(0, ${10 + n});
fs.writeFileSync("best-${n}.csv", [head, ...best].join("\\n") + "\\n");
console.log(JSON.stringify({ written: best.length }));`),
    check: (n) =>
      js(`if (fs.readFileSync("best-${n}.csv", "utf8").trim().split("\\n").length < 2) process.exit(1);`),
    right: (n, read) => read(`best-${n}.csv`).trim().split("\n").length === 11 + n,
  },
  {
    name: "one region",
    task: (n) => `Copy the orders of region ${SOURCES[n % 4]} from all-${n}.csv to part-${n}.csv`,
    other: (n) => `Take all-${n}.csv and copy its orders of region ${SOURCES[n % 4]} into part-${n}.csv`,
    files: (n) => ({ [`all-${n}.csv`]: csv(rowsOf(n, 7)) }),
    tries: (n) => [py(`import csv\nprint([row["Region"] for row in csv.DictReader(open("all-${n}.csv"))])`)],
    way: (n) =>
      py(`import csv, json
with open("all-${n}.csv", newline="") as source, open("part-${n}.csv", "w", newline="") as target:
    rows = csv.DictReader(source)
    out = csv.DictWriter(target, rows.fieldnames, lineterminator="\\n")
    out.writeheader()
    kept = [row for row in rows if row["region"] == "${SOURCES[n % 4]}"]
    out.writerows(kept)
print(json.dumps({"kept": len(kept)}))`),
    check: (n) => py(`assert open("part-${n}.csv").read().startswith("id,")`),
    right: (n, read) =>
      read(`part-${n}.csv`).trim().split("\n").length - 1 ===
      rowsOf(n, 7).filter(({ region }) => region === SOURCES[n % 4]).length,
  },
  {
    name: "table of contents",
    task: (n) => `Write the headings of guide-${n}.md as a list to toc-${n}.md`,
    other: (n) => `Give me toc-${n}.md, a list of the headings of guide-${n}.md`,
    files: (n) => ({
      [`guide-${n}.md`]: rowsOf(n, 8)
        .map(({ id, product }, at) => (at % 5 ? product : `## ${id} ${product}`))
        .join("\n\n"),
    }),
    tries: (n) => [js(`console.log(JSON.parse(fs.readFileSync("guide-${n}.md")));`)],
    way: (n) =>
      js(`const headings = [...fs.readFileSync("guide-${n}.md", "utf8").matchAll(/^#+ (.*)$/gm)].map((match) => match[1]);
fs.writeFileSync("toc-${n}.md", headings.map((heading) => "- " + heading).join("\\n") + "\\n");
console.log(JSON.stringify({ headings: headings.length }));`),
    check: (n) => js(`if (!fs.readFileSync("toc-${n}.md", "utf8").startsWith("- ")) process.exit(1);`),
    right: (n, read) => read(`toc-${n}.md`).trim().split("\n").length === 12,
  },
];
