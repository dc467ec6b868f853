// One measurement: `{ ms, peakBytes, data }` on standard output.
import { openTools, TOOLS } from "./tools.mjs";

const { ports, name, args } = JSON.parse(process.argv[2]);
const { noSandbox } = await import(TOOLS);
const call = await openTools({ ...ports, sandbox: noSandbox });
const before = process.resourceUsage().maxRSS;
const started = performance.now();
const { data, isError } = await call(name, args);
const ms = performance.now() - started;
const peakBytes = (process.resourceUsage().maxRSS - before) * 1024;
console.log(JSON.stringify({ ms, peakBytes, isError, data: String(data).slice(0, 300) }));
