// Twenty files, one sub-agent each, eight at a time, and one that adds up what they found. Killed in the middle and
// started again, it goes on with what is not done. Run: node examples/map-files.mjs FOLDER
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Conductor } from "@genericagent/agent";

const folder = resolve(process.argv[2] ?? ".");
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));
if (files.length === 0) throw new Error(`There is no .txt file in ${folder}. Name another folder.`);

const ga = join(dirname(fileURLToPath(import.meta.resolve("genericagent/package.json"))), "bin", "ga.mjs");
const conductor = await Conductor.open(join(folder, ".jobs"), {
  command: [process.execPath, ga],
  cwd: folder,
  concurrency: 8,
  budget: { tokens: 2_000_000 },
  perJob: { tokens: 100_000, seconds: 300 },
  ...(process.env.MODEL && { model: process.env.MODEL }),
});

const results = await conductor.map(
  files,
  (file) => `Read ${file}. Answer with the number of its words alone.`,
);
for (const [index, { status, text, error }] of results.entries())
  console.log(`${files[index]}: ${status === "done" ? text : error.message}`);

const { text } = await conductor.reduce(results, "Add the numbers up. Answer with the sum alone.");
console.log(`together: ${text}`);
await conductor.close();
