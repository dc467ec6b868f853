// What it takes to see and to act: tree, picture, OCR, tap. `node bench/device/run.mjs`; Linux with the packages of
// scripts/system-packages.mjs.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { median } from "../lib/median.mjs";
import { table } from "../lib/table.mjs";
import { writeResults } from "../lib/write-results.mjs";
import { testHelpers } from "./test-helpers.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const { openAndroid, openDesktop, openOcr } = await import("../../packages/device/dist/index.js");
const { countTokens } = createRequire(at("../../apps/cli/package.json"))("gpt-tokenizer");
const { startDesktop, startPhone } = await testHelpers();
const rows = [];
const failures = [];

for (const part of [desktopRows, androidRows]) {
  try {
    await part();
  } catch (error) {
    failures.push(`${part.name} could not be run: ${error.message}`);
  }
}
table(
  "bench device (medians)",
  ["what", "measured", "target", "", "note"],
  rows.map(({ what, value, unit, target, note = "" }) => [
    what,
    `${value} ${unit}`,
    target ? `< ${target} ${unit}` : "",
    target ? (value < target ? "met" : "missed") : "",
    note,
  ]),
);
writeResults("device", { rows, failures });
for (const failure of failures) console.error(failure);
process.exitCode = failures.length > 0 ? 1 : 0;

async function desktopRows() {
  const desktop = await startDesktop("1280x800");
  const hands = await openDesktop({ env: desktop.env, stateDir: desktop.dir });
  try {
    await desktop.start("/usr/bin/python3", ["-u", at("large-window.py")], /ready/);
    const { windows } = await hands.driver.readTree({});
    const nodes = windows.reduce((sum, window) => sum + sizeOf(window), 0);
    const view = await hands.tree();
    const note = `${nodes} nodes, ${view.lines.length} lines, ${view.text.length} characters`;
    add("tree of a window", await timeOf(() => hands.tree(), 21), "ms", 100, note);
    add("tree of a window", countTokens(view.text), "tokens", 300, note);
    add("screenshot", await timeOf(() => hands.shot(), 21), "ms", 60, "1280x800, PNG");
    const { png } = await hands.shot();
    for (const languages of [["eng", "chi_sim"], ["eng"]]) {
      const ocr = await openOcr({ languages });
      const boxes = await ocr.read(png);
      const found = `${ocr.name} ${languages.join("+")}, ${boxes.length} texts`;
      add("OCR of 1280x800", await timeOf(() => ocr.read(png), 5), "ms", 2000, found);
      await ocr.close();
    }
  } finally {
    await hands.close();
    await desktop.stop();
  }
}

async function androidRows() {
  const phone = await startPhone();
  const android = await openAndroid({ direct: phone.address, stateDir: phone.dir });
  try {
    await android.size();
    add("tap, there and back", await timeOf(() => android.tap({ x: 5, y: 5 }), 21), "ms", 30, "loopback");
  } finally {
    await android.close();
    await phone.close();
  }
}

function sizeOf(node) {
  return node.children.reduce((sum, child) => sum + sizeOf(child), 1);
}

function add(what, value, unit, target, note) {
  rows.push({ what, value: Math.round(value), unit, target, note });
}

/** Milliseconds of the middle one, after two to warm up. */
async function timeOf(work, times) {
  const taken = [];
  for (let run = -2; run < times; run++) {
    const start = performance.now();
    await work();
    if (run >= 0) taken.push(performance.now() - start);
  }
  return median(taken);
}
