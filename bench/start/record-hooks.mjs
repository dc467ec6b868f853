import { appendFileSync } from "node:fs";

export async function load(url, context, nextLoad) {
  appendFileSync(process.env.BENCH_MODULES, `${url}\n`);
  return nextLoad(url, context);
}
