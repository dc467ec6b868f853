// A parent that maps over N inputs; it is killed in the middle by its test. Arguments: folder, count, cli, model.
import { Conductor } from "@genericagent/agent";

const [folder, count, cli, model] = process.argv.slice(2);
const conductor = await Conductor.open(folder, {
  command: [process.execPath, cli],
  concurrency: 3,
  model,
  configHome: process.env.GA_HOME,
});
const inputs = Array.from({ length: Number(count) }, (_, index) => index);
const results = await conductor.map(inputs, (input) => `Work on input ${input}.`);
console.log(JSON.stringify(results.map(({ status, text }) => ({ status, text }))));
