/** Answers `--version` without loading anything else: it is what scripts and editors ask most. */
declare const __VERSION__: string;

const [first, second] = process.argv.slice(2);
if ((first === "--version" || first === "-V") && second === undefined) {
  process.stdout.write(`${__VERSION__}\n`);
} else {
  const { main } = await import("./main.js");
  await main(process.argv, __VERSION__);
}
