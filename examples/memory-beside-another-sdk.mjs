// Memory beside another SDK: the model is asked with the `openai` package, what it learns stands in plain files, and a
// call that succeeded is the proof. Run with OPENAI_API_KEY: node examples/memory-beside-another-sdk.mjs [FOLDER]
import { execFileSync } from "node:child_process";
import { matchSkills, openMemory, outputHash, SkillStore } from "@genericagent/memory";
import OpenAI from "openai";

const openai = new OpenAI();
const model = process.env.MODEL ?? "gpt-5.4-mini";

/** What this program did and saw. The memory believes nothing else. */
const calls = new Map();
const memory = await openMemory(process.argv[2] ?? "memory", {
  verifyReceipt: async ({ call, outputHash: hash }) =>
    calls.get(call)?.hash === hash ? undefined : "this program made no such call",
});
const skills = new SkillStore(memory);

/** Asks with the memory's index in front, and the skill that fits, if there is one. */
async function ask(task) {
  const [match] = matchSkills(task, (await skills.load()).skills, await skills.accounts());
  const known = match ? `\n\nA skill that fits:\n${match.skill.body}` : "";
  console.log(match ? `[skill ${match.skill.name}]` : "[no skill fits]");
  const messages = [
    { role: "system", content: `Answer with one line of shell.\n\n${await memory.promptIndex()}${known}` },
    { role: "user", content: task },
  ];
  const { choices } = await openai.chat.completions.create({ model, messages });
  return choices[0].message.content.trim();
}

/** Runs a command of the model that the program knows to be harmless, and keeps the proof. */
function run(command) {
  if (!/^node (--version|-p [\w.]+)$/.test(command)) throw new TypeError(`Not run: ${command}`);
  const output = execFileSync(process.execPath, command.split(" ").slice(1), { encoding: "utf8" }).trim();
  const call = `call-${calls.size + 1}`;
  calls.set(call, { hash: outputHash(output) });
  return { output, receipts: [{ session: "example", call, outputHash: outputHash(output) }] };
}

const by = "example";
const task = "Which platform does Node.js run on here?";
const command = await ask(task);
const { output, receipts } = run(command);
console.log(`${command} → ${output}`);

const fact = { section: "MACHINE", text: `- Node.js runs on ${output}`, by };
await memory.addFact(fact).catch(({ code }) => console.log(`without a receipt: ${code}`));
await memory.addFact({ ...fact, receipts });

const path = "skills/node-platform/SKILL.md";
const text = `---\nname: node-platform\ndescription: ${task}\n---\n\nRun \`${command}\`.\n`;
await memory.write({ path, text, receipts, by });

await ask(task);
console.log(await memory.promptIndex());
