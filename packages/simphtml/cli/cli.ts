#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Form, ScanError, simplify } from "@genericagent/simphtml";

const USAGE = `Usage: simphtml FILE|- [options]     prints the view of an HTML file, or of standard input

  --form outline|html|text    default outline
  --max-chars N               most characters
  --budget N                  most tokens (estimated on the high side)
  --keep SELECTOR             show this although it is hidden; may be repeated
  --region HANDLE|SELECTOR    only this part
  --report                    list what was left out, and why, on standard error`;

const status = main();
process.exitCode = status;

function main(): number {
  try {
    return print();
  } catch (error) {
    const known = error instanceof ScanError || (error as NodeJS.ErrnoException).code !== undefined;
    if (!known) throw error;
    console.error(`simphtml: ${(error as Error).message}`);
    return 2;
  }
}

function print(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      form: { type: "string" },
      "max-chars": { type: "string" },
      budget: { type: "string" },
      keep: { type: "string", multiple: true },
      region: { type: "string" },
      report: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const [file] = positionals;
  if (values.help || positionals.length !== 1 || file === undefined) {
    (values.help ? console.log : console.error)(USAGE);
    return values.help ? 0 : 2;
  }
  const maxChars = amount("--max-chars", values["max-chars"]);
  const budgetTokens = amount("--budget", values.budget);
  const result = simplify(readFileSync(file === "-" ? 0 : file, "utf8"), {
    ...(values.form ? { form: values.form as Form } : {}),
    ...(values.keep ? { keep: values.keep } : {}),
    ...(values.region ? { region: values.region } : {}),
    ...(maxChars === undefined ? {} : { maxChars }),
    ...(budgetTokens === undefined ? {} : { budgetTokens }),
    report: values.report ?? false,
  });
  process.stdout.write(`${result.text}\n`);
  for (const { pass, reason, path } of result.removals ?? []) console.error(`${pass}: ${reason}: ${path}`);
  return 0;
}

function amount(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value))
    throw new ScanError("bad-option", `${option} wants a whole number, not "${value}".`);
  return Number(value);
}
