// Thousands of skills: the first load, one that finds nothing new, and matching a task.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { loadSkills, matchSkills } from "../../packages/memory/dist/index.js";
import { vocabulary } from "./vocabulary.mjs";

const TASKS = 100;

export async function skillsScale(count) {
  const dir = mkdtempSync(join(tmpdir(), "skills-"));
  try {
    const triggers = writeSkills(dir, count);
    await sleep(100);
    const first = await timed(() => loadSkills(dir));
    const again = await timed(() => loadSkills(dir));
    const times = [];
    let missed = 0;
    for (let number = 0; number < TASKS; number++) {
      const trigger = triggers[Math.floor((number * count) / TASKS)];
      const task = trigger.replace("{input}", `data/f${number}.csv`);
      const start = performance.now();
      const matches = matchSkills(task, again.value.skills);
      times.push(performance.now() - start);
      if (!matches[0]?.skill.triggers.includes(trigger)) missed++;
    }
    times.sort((a, b) => a - b);
    const p95Ms = times[Math.floor(0.95 * TASKS)];
    return { count, firstMs: first.ms, againMs: again.ms, p50Ms: times[TASKS >> 1], p95Ms, missed };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function timed(work) {
  const start = performance.now();
  const value = await work();
  return { value, ms: performance.now() - start };
}

/** Skills as they are learnt, each for a task in words of its own. */
function writeSkills(dir, count) {
  const words = vocabulary(7);
  return Array.from({ length: count }, (_, number) => {
    const name = `skill-${number}`;
    const trigger = `${words.sentence(3)} {input} ${words.sentence(4)}`;
    const folder = join(dir, "skills", name);
    mkdirSync(folder, { recursive: true });
    const head = `---\nname: ${name}\ndescription: ${words.sentence(12)}\n---\n`;
    writeFileSync(join(folder, "SKILL.md"), `${head}# ${name}\n\n${words.sentence(80)}\n`);
    const parameters = [{ name: "input", type: "path", example: "data/jan.csv", role: "input" }];
    writeFileSync(join(folder, "skill.json"), JSON.stringify({ triggers: [trigger], parameters }));
    return trigger;
  });
}
