// A host of forty tasks that leave a mark outside when they run. Many of these are started and killed at once.
// node race-host.mjs FOLDER
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { Receipts, reflect } from "../dist/index.js";

const dir = process.argv[2];
const receipts = new Receipts(join(dir, "receipts"));
await receipts.recover(Date.now());

async function* tasks() {
  for (let index = 0; index < 40; index++)
    yield { id: `t${index}`, from: "race/all", title: `t${index}`, prompt: "" };
}

async function runTask({ id }) {
  appendFileSync(join(dir, "ran.txt"), `${id}\n`);
  await new Promise((resolve) => setTimeout(resolve, 10));
  return { status: "done", text: "" };
}

for await (const _ of reflect(tasks(), runTask, { receipts }));
