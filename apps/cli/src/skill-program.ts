import type { Preset } from "@genericagent/tools";
import { type Command, InvalidArgumentError } from "commander";
import type { ExitCode } from "./exit-code.js";

/** What the subcommands of `ga skill` are given. */
export interface SkillFlags {
  json?: boolean;
  all?: boolean;
  cwd?: string;
  permissions?: Preset;
  param?: Record<string, string>;
  output?: string;
  format?: string;
  name?: string;
  html?: string;
  environments?: number;
  network?: boolean;
  undo?: boolean;
}

type Run = (skillCommand: typeof import("./skill-command.js")) => Promise<ExitCode>;

/** `ga skill …`; the code of the commands is loaded when one is called. */
export function addSkillCommands(program: Command, setCode: (code: ExitCode) => void): void {
  const skill = program.command("skill").description("list, run, try, share and account for skills");
  const run = async (call: Run): Promise<void> => setCode(await call(await import("./skill-command.js")));

  skill
    .command("list")
    .description("the skills with their stage and record; what is amiss is told by name")
    .option("--all", "the retired ones too")
    .option("--json", "print the list as JSON")
    .action((flags: SkillFlags) => run(({ listSkills }) => listSkills(flags)));
  skill
    .command("show <name>")
    .description("one skill: its words, scripts and record")
    .option("--json", "print it as JSON")
    .action((name: string, flags: SkillFlags) => run(({ showSkill }) => showSkill(name, flags)));
  withParams(skill.command("run <name>").description("run a skill with no model"))
    .option("--json", "print the outcome as JSON")
    .action((name: string, flags: SkillFlags) => run(({ runSkill }) => runSkill(name, flags)));
  withParams(
    skill
      .command("promote <name>")
      .description("try its check in fresh environments; if it holds, it runs without a model"),
  )
    .option("--environments <n>", "how many, 5 or more", parseCount)
    .option("--network", "let it use the network while it is tried")
    .action((name: string, flags: SkillFlags) => run(({ promote }) => promote(name, flags)));
  skill
    .command("retire <name>")
    .description("offer it no more; nothing is removed")
    .option("--undo", "offer it again")
    .action((name: string, flags: SkillFlags) => run(({ retire }) => retire(name, flags)));
  skill
    .command("compose <first> <second>")
    .description("make one skill of two: what the first gives fills parameters of the second")
    .option("--name <name>", "what to call it")
    .action((first: string, second: string, flags: SkillFlags) =>
      run(({ compose }) => compose(first, second, flags)),
    );
  skill
    .command("export <name>")
    .description("write it as a zip, a folder, or GenericAgent's flat SOP")
    .option("--format <zip|folder|sop>", "default zip")
    .option("-o, --output <path>", "where to")
    .action((name: string, flags: SkillFlags) => run(({ exportTo }) => exportTo(name, flags)));
  skill
    .command("import <path>")
    .description("take in a folder, a zip, a tar.gz or a *_sop.md; it stays unproven and is not run unasked")
    .action((path: string) => run(({ importFrom }) => importFrom(path)));
  skill
    .command("stats [name]")
    .description("what each skill cost and saved")
    .option("--html <file>", "write a page with the learning curves")
    .option("--json", "print the accounts as JSON")
    .action((name: string | undefined, flags: SkillFlags) => run(({ stats }) => stats(name, flags)));
}

const withParams = (command: Command): Command =>
  command
    .option("--param <name=value>", "a parameter; once for each", collectParam)
    .option("-C, --cwd <dir>", "the folder to work in");

function collectParam(pair: string, earlier: Record<string, string> = {}): Record<string, string> {
  const at = pair.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Write it as name=value.");
  return { ...earlier, [pair.slice(0, at)]: pair.slice(at + 1) };
}

function parseCount(value: string): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 5) return count;
  throw new InvalidArgumentError("It must be a whole number of 5 or more.");
}
