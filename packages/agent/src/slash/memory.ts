import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataHomePaths } from "../find-data-home.js";
import { listSessions } from "../journal.js";
import type { SlashCommand } from "./slash-command.js";

export const memory: SlashCommand = {
  name: "memory",
  usage: "/memory",
  description: "what is remembered, layer by layer",
  whileRunning: true,
  run: async (_args, agent) => {
    const { dataHome, runSkills } = await agent.open();
    const folder = dataHomePaths(dataHome).memory;
    const read = (name: string) => readFile(join(folder, name), "utf8").catch(() => "");
    const [rules, index, facts] = await Promise.all(
      ["memory_management_sop.md", "global_mem_insight.txt", "global_mem.txt"].map(read),
    );
    const lines = index!.split("\n").filter((line) => line.trim());
    const sections = [...facts!.matchAll(/^## \[?(.+?)\]?$/gm)].map((match) => match[1]);
    const skills = (await runSkills.skills.load()).skills;
    const sessions = await listSessions(dataHome);
    return {
      text: [
        `\`${folder}\`${(await readdir(folder).catch(() => [])).length === 0 ? " (empty)" : ""}\n`,
        `- L0 rules: ${rules ? `${rules.length} characters` : "none"}`,
        `- L1 index: ${lines.length} lines`,
        `- L2 facts: ${sections.length > 0 ? sections.join(", ") : "none"}`,
        `- L3 skills: ${skills.length}`,
        `- L4 sessions: ${sessions.length}`,
        ...(lines.length > 0 ? [`\n\`\`\`\n${lines.join("\n")}\n\`\`\``] : []),
      ].join("\n"),
    };
  },
};
