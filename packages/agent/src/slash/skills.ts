import type { SlashCommand } from "./slash-command.js";

export const skills: SlashCommand = {
  name: "skills",
  usage: "/skills [words]",
  description: "the skills learnt so far, or those that a word fits",
  whileRunning: true,
  run: async (args, agent) => {
    const { runSkills } = await agent.open();
    const all = (await runSkills.skills.load()).skills.filter(({ retired }) => !retired);
    all.sort((a, b) => a.name.localeCompare(b.name));
    const words = args.toLowerCase().split(/\s+/);
    const found = all.filter(({ name, description }) =>
      words.every((word) => `${name} ${description}`.toLowerCase().includes(word)),
    );
    if (found.length === 0)
      return { text: all.length === 0 ? "No skill has been learnt yet." : "No skill fits." };
    return {
      text: found
        .map(
          ({ name, stage, description, path }) => `- **${name}** (${stage}) ${description || `\`${path}\``}`,
        )
        .join("\n"),
    };
  },
};
