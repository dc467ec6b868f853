import { type Command, InvalidArgumentError } from "commander";
import type { ExitCode } from "./exit-code.js";
import type { ReflectFlags } from "./reflect-command.js";
import type { AddFlags } from "./schedule-command.js";

type SetCode = (code: ExitCode) => void;

/** `ga schedule` and `ga reflect`: what starts tasks without a user. Their code is loaded when they are called. */
export function addReflectCommands(program: Command, setCode: SetCode): void {
  addSchedule(program.command("schedule").description("tasks that start at a time"), setCode);
  addReflect(program, setCode);
}

function addSchedule(schedule: Command, setCode: SetCode): void {
  schedule
    .command("list")
    .description("show the jobs and when each is due next")
    .option("--json", "print the list as JSON")
    .action(async (flags: { json?: boolean }) => setCode(await (await load()).scheduleList(flags)));

  schedule
    .command("add")
    .description("write a job file")
    .argument("<name>", "letters, digits, - _ .")
    .argument("<prompt...>", "what the agent shall do")
    .option("--at <HH:MM>", "wall time; with a date before it for once")
    .option("--repeat <word>", "once, daily, weekday, weekly, monthly, every_Nm, every_Nh, every_Nd")
    .option("--day <day>", "weekday (mon) or day of the month")
    .option("--cron <pattern>", "five fields, in place of --at and --repeat")
    .option("--zone <zone>", "time zone such as Europe/Berlin; this machine's when missing")
    .option("--missed <policy>", "times at which no host ran: skip, once or all")
    .option("--max-delay-hours <n>", "make up for nothing older than this", parseNumber)
    .option("--limit-minutes <n>", "end a run after this time", parseNumber)
    .option("-m, --model <provider/model>", "the model to ask")
    .option("-C, --cwd <dir>", "the folder to work in; this one when missing")
    .option("--permissions <preset>", "what may be done; unattended when missing")
    .option("--replace", "change a job that is there")
    .action(async (name: string, words: string[], flags: AddFlags) =>
      setCode(await (await load()).scheduleAdd(name, words.join(" "), flags)),
    );

  schedule
    .command("remove")
    .description("delete a job file; its receipts stay")
    .argument("<name>")
    .action(async (name: string) => setCode(await (await load()).scheduleRemove(name)));

  schedule
    .command("run")
    .description("run the jobs as they come due, or one of them now")
    .argument("[name]", "run this job now, whatever its time")
    .option("--due", "run what is due now, then end")
    .option("-m, --model <provider/model>", "for jobs that name no model")
    .option("--json", "print one event a line")
    .action(async (name: string | undefined, flags: { due?: boolean; model?: string; json?: boolean }) =>
      setCode(await (await load()).scheduleRun(name, flags)),
    );

  schedule
    .command("health")
    .description("show what would run when, what ran last, and what is wrong")
    .option("--json", "print the report as JSON")
    .action(async (flags: { json?: boolean }) => setCode(await (await load()).scheduleHealthCommand(flags)));
}

function addReflect(program: Command, setCode: SetCode): void {
  program
    .command("reflect")
    .description("wait for something to happen, and start a task when it does")
    .argument("[script]", 'a module with check(); or "review": what waits for your approval')
    .argument("[prompt...]", "what to do when it happens")
    .option("--schedule", "run the jobs of ga schedule")
    .option("--idle", "explore on its own while you are away")
    .option("--idle-minutes <n>", "how long you must be away (30)", parseNumber)
    .option("--watch <path>", "start when files change; may be given several times", collect)
    .option("--log <file>", "start when a line of this file matches --pattern", collect)
    .option("--pattern <regexp>", "what a line of --log or the output of --command must match")
    .option("--command <command>", "start when the output of this command changes")
    .option("--every <seconds>", "how often --command runs (60)", parseNumber)
    .option("--goal <objective>", "work and check in turn until the goal is met or the budget spent")
    .option("--goal-name <name>", "go on with this goal after a restart")
    .option("--minutes <n>", "time budget of --goal (30)", parseNumber)
    .option("--tokens <n>", "token budget of --goal", parseNumber)
    .option("--team <url>", "take tasks from a board; its key from GA_BOARD_KEY")
    .option("--name <name>", "this worker's name on the board")
    .option("--board <serve>", "serve a board on 127.0.0.1; its key from GA_BOARD_KEY, or a new one")
    .option("--port <n>", "port of --board (any free one)", parseNumber)
    .option("--once", "end after the first task")
    .option("--allow-memory", "exploration may change the memory without your approval")
    .option("--accept <id>", "with review: approve a proposal")
    .option("--reject <id>", "with review: turn a proposal down")
    .option("-m, --model <provider/model>", "the model to ask")
    .option("-C, --cwd <dir>", "the folder to work in")
    .option("--permissions <preset>", "what may be done; unattended when missing")
    .option("--json", "print one event a line")
    .action(async (script: string | undefined, words: string[], flags: ReflectFlags) => {
      const { reflectCommand } = await import("./reflect-command.js");
      setCode(await reflectCommand(script, words.join(" "), flags));
    });
}

const load = () => import("./schedule-command.js");

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

function parseNumber(value: string): number {
  const number = Number(value);
  if (Number.isFinite(number) && number >= 0 && value.trim() !== "") return number;
  throw new InvalidArgumentError("It must be a number.");
}
