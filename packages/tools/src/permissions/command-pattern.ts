/** Programs whose second word says what they do. */
const WITH_SUBCOMMANDS = new Set(
  "git npm pnpm yarn bun npx deno cargo go pip pip3 uv poetry docker podman kubectl helm gh make just apt apt-get brew systemctl python python3 node bash sh ruby perl sudo dotnet mvn gradle terraform aws gcloud adb".split(
    " ",
  ),
);
const WITH_A_THIRD = new Set(["run", "exec", "compose", "tool", "-m"]);

/** The pattern for commands of the same kind: `git commit *`, `npm run build *`, `make *`. */
export function commandPattern(command: string): string {
  const words = command.split(" ");
  if (words.length === 1) return words[0] === "" ? "*" : command;
  let length = 1;
  while (length < words.length && WITH_SUBCOMMANDS.has(words[length - 1]!)) length++;
  if (length > 1 && length < words.length && WITH_A_THIRD.has(words[length - 1]!)) length++;
  if (/=/.test(words[0]!) || /[*'"\n]/.test(words.slice(0, length).join(" ")))
    return command.replaceAll("*", "?");
  return `${words.slice(0, length).join(" ")} *`;
}
