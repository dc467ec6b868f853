// `node --expose-gc heap-child.mjs URL WIRE KIND BYTES`: the live heap while our session reads one long stream.
import { readOurs, WIRES } from "./wires.mjs";

const [url, name, kind, bytes] = process.argv.slice(2);
const wire = WIRES[name];
const SAMPLES = 40;

await readOurs(wire.session(`${url}/${kind}/200000`), () => {});
const total = await countDeltas();
const session = wire.session(`${url}/${kind}/${bytes}`);
let deltas = 0;
let most = 0;
const before = liveHeap();
const text = await readOurs(session, () => {
  if (++deltas % Math.ceil(total / SAMPLES) === 0) most = Math.max(most, liveHeap() - before);
});
process.stdout.write(JSON.stringify({ answerBytes: text.length, growthBytes: most, deltas }));

async function countDeltas() {
  let count = 0;
  await readOurs(wire.session(`${url}/${kind}/${bytes}`), () => {
    count++;
  });
  return count;
}

function liveHeap() {
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
