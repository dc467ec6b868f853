// A writer of its own: adds facts one after another and says each one that is written.
import { openMemory } from "../dist/index.js";

const [dir, name, count] = process.argv.slice(2);
const memory = await openMemory(dir, { verifyReceipt: async () => undefined });
const receipts = [{ session: "s", call: "c", outputHash: "h" }];
for (let index = 0; index < Number(count); index++) {
  const text = `- Fact ${index} of ${name} is value${name}${index}`;
  await memory.addFact({ section: `S${index % 5}`, text, receipts, by: name });
  process.stdout.write(`${index}\n`);
}
