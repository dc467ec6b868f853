// Writes facts until the disk is full, then says what is left of them.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkMemory, openMemory } from "../dist/index.js";

const dir = process.argv[2];
const memory = await openMemory(dir, { verifyReceipt: async () => undefined });
const receipts = [{ session: "s", call: "c", outputHash: "h" }];
const facts = join(dir, "global_mem.txt");
let before = "";
let error;
writeFileSync(join(dir, "..", "ballast"), Buffer.alloc(200_000));
for (let index = 0; index < 10_000 && !error; index++) {
  const text = `- Fact ${index}: ${`value${index} `.repeat(100)}`;
  await memory.addFact({ section: "A", text, receipts, by: "test" }).catch((thrown) => {
    error = thrown;
  });
  if (!error) before = readFileSync(facts, "utf8");
}
const after = readFileSync(facts, "utf8");
rmSync(join(dir, "..", "ballast"));
const report = await checkMemory(await openMemory(dir));
process.stdout.write(JSON.stringify({ code: error?.code, message: error?.message, before, after, report }));
