// A writer that stays under the lock for a while and says so when it is not alone there. It is killed from outside.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openMemory } from "../dist/index.js";

const [dir, marks, name, count, holdMs] = process.argv.slice(2);
const mark = join(marks, "inside");

const isRunning = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Asked for under the lock. */
async function verifyReceipt() {
  try {
    writeFileSync(mark, String(process.pid), { flag: "wx" });
  } catch {
    const other = Number(readFileSync(mark, "utf8"));
    if (other && isRunning(other)) process.stdout.write(`not alone: ${other}\n`);
    writeFileSync(mark, String(process.pid));
  }
  process.stdout.write("inside\n");
  await sleep(Number(holdMs));
  if (readFileSync(mark, "utf8") !== String(process.pid)) process.stdout.write("not alone: mark\n");
  rmSync(mark);
}

const memory = await openMemory(dir, { verifyReceipt });
for (let index = 0; index < Number(count); index++)
  await memory.addFact({
    section: "S",
    text: `- Fact ${index} of ${name} is value${name}${index}`,
    receipts: [{ session: "s", call: `${name}${index}`, outputHash: "h" }],
    by: name,
  });
process.stdout.write("done\n");
