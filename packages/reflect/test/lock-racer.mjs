// Takes the lock a few times and is killed the last time it has it. Many of these run at once.
// node lock-racer.mjs FOLDER
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { lockHost } from "../dist/index.js";

const folder = process.argv[2];
const inside = join(folder, "inside");
const note = (name) => appendFileSync(join(folder, name), `${process.pid}\n`);

note("started");
while (!existsSync(join(folder, "go"))) await sleep(1);
for (let times = 5; times > 0; ) {
  const release = await lockHost(join(folder, "lock")).catch((error) => {
    if (error.code !== "host-running") throw error;
  });
  if (!release) {
    await sleep(Math.random() * 3);
    continue;
  }
  if (existsSync(inside) && isAlive(Number(readFileSync(inside, "utf8")))) note("together");
  writeFileSync(inside, String(process.pid));
  await sleep(Math.random() * 3);
  if (readFileSync(inside, "utf8") !== String(process.pid)) note("together");
  note("held");
  if (--times === 0) process.kill(process.pid, "SIGKILL");
  rmSync(inside);
  release();
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
