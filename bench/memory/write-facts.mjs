// A process that adds facts one after another and prints a line for each one that is written.
import { openMemory } from "../../packages/memory/dist/index.js";

const [dir, name, count] = process.argv.slice(2);
const memory = await openMemory(dir, { verifyReceipt: async () => undefined });
const receipts = [{ session: "s", call: "c", outputHash: "h" }];
for (let index = 0; index < Number(count); index++) {
  const text = `- Fact ${index} of ${name} is value${name}${index}`;
  await memory.addFact({ section: `S${index % 20}`, text, receipts, by: name });
  process.stdout.write(`${index}\n`);
}
