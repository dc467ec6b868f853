// `node cpu-child.mjs URL WIRE BYTES REPEATS`: our session and the bare SDK read the same stream in turns.
import { readOurs, WIRES } from "./wires.mjs";

const [url, name, bytes, repeats] = process.argv.slice(2);
const wire = WIRES[name];
const base = `${url}/deltas/${bytes}`;
const WARM_UP = 4;

const ours = (onText) => readOurs(wire.session(base), onText);
const bare = (onText) => wire.bare(base, onText);
const times = { ours: [], bare: [] };
let expected;
for (let round = 0; round < WARM_UP + Number(repeats); round++)
  for (const [key, read] of round % 2
    ? [
        ["bare", bare],
        ["ours", ours],
      ]
    : [
        ["ours", ours],
        ["bare", bare],
      ]) {
    let text = "";
    const before = process.cpuUsage();
    await read((delta) => {
      text += delta;
    });
    const { user, system } = process.cpuUsage(before);
    expected ??= text.length;
    if (text.length !== expected)
      throw new Error(`${name}: ${key} read ${text.length} characters, not ${expected}`);
    if (round >= WARM_UP) times[key].push((user + system) / 1000);
  }
process.stdout.write(JSON.stringify({ chars: expected, ...times }));
