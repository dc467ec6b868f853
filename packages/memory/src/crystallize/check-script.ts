import type { Script } from "./code-block.js";
import type { OutputSchema } from "./output-schema.js";

/** Where a check finds what the last step printed; no parameter of a shell script can have this name. */
export const OUTPUT_VARIABLE = "GA_PRINTED";

/**
 * The check of a skill whose run had none of its own: the files are there and not empty, the printed object has its
 * fields. Undefined where there is nothing to look at but the exit code.
 */
export function checkScript({ kind, fields, files }: OutputSchema): Script | undefined {
  if (files.length === 0 && kind === "text") return undefined;
  return {
    type: "javascript",
    code: `const fs = require("node:fs");
const params = JSON.parse(process.env.SKILL_PARAMS);
const wrong = [];
for (const name of ${JSON.stringify(files)})
  if (!fs.existsSync(params[name]) || fs.statSync(params[name]).size === 0) wrong.push(name + ": " + params[name] + " is missing or empty");
const fields = ${JSON.stringify(fields)};
const kindOf = (value) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
const parse = (line) => { try { return JSON.parse(line); } catch { return undefined; } };
const printed = (process.env.${OUTPUT_VARIABLE} || "").split("\\n").map((line) => line.trim()).filter((line) => line.startsWith("{")).map(parse).filter(Boolean).pop();
for (const [name, kind] of Object.entries(fields))
  if (!printed || kindOf(printed[name]) !== kind) wrong.push("the output has no " + kind + " " + name);
if (wrong.length > 0) console.log(wrong.join("\\n"));
process.exit(wrong.length > 0 ? 1 : 0);
`,
  };
}
