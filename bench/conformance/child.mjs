// `node child.mjs PEER`: runs the kit against one peer and prints a line of JSON for each result.
import { runConformance } from "../../packages/llm/dist/conformance/index.js";

const { adapter } = await import(`./peers/${process.argv[2]}.mjs`);
for await (const result of runConformance(adapter)) process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
