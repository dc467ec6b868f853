import { anchorPrompt, summarizeTurn, type WorkingMemory } from "@genericagent/context";
import {
  createHandler,
  type Tool,
  type ToolHandler,
  type ToolSpec,
  type TurnRecord,
} from "@genericagent/core-loop";
import { askUser } from "./ask-user.js";
import { BackgroundProcesses } from "./code-run/background-processes.js";
import { codeRun } from "./code-run.js";
import { filePatch } from "./file-patch.js";
import { fileRead } from "./file-read.js";
import { fileWrite } from "./file-write.js";
import { SeenFiles } from "./files/seen-files.js";
import { permissionGate, withPermissions } from "./permissions/with-permissions.js";
import { markUntrusted } from "./secrets/mark-untrusted.js";
import { maskTool } from "./secrets/mask-tool.js";
import { withSkills } from "./skills/with-skills.js";
import { startLongTermUpdate } from "./start-long-term-update.js";
import type { ToolPorts } from "./tool-ports.js";
import { ToolRefusal } from "./tool-refusal.js";
import { updateWorkingCheckpoint } from "./update-working-checkpoint.js";
import { webExecuteJs } from "./web-execute-js.js";
import { webScan } from "./web-scan.js";

export interface Tools {
  /** What the model is told: only what works on this machine. */
  specs: ToolSpec[];
  handler: ToolHandler;
  /** The notepad as it stands, to be stored with the run. */
  workingMemory: WorkingMemory;
  /** What `code_run` left running. */
  background: BackgroundProcesses;
}

/** The tools of one run. */
export function createTools(ports: ToolPorts): Tools {
  const workingMemory = ports.workingMemory ?? { turn: 0, summaries: [] };
  const gate = ports.permissions && permissionGate(ports, ports.permissions);
  const background = new BackgroundProcesses(ports.backgroundDir);
  const seen = new SeenFiles();
  const tools = [
    codeRun(ports, background),
    fileRead(ports, seen),
    fileWrite(ports, seen),
    filePatch(ports, seen),
    ...(ports.browser ? [webScan(ports.browser), webExecuteJs(ports.browser, ports, seen)] : []),
    askUser(ports),
    updateWorkingCheckpoint(workingMemory),
    ...(ports.longTerm ? [startLongTermUpdate(ports.longTerm)] : []),
  ]
    .map((tool) => (ports.markUntrusted ? markUntrusted(tool) : tool))
    .map(answerRefusals)
    .map((tool) => (ports.secretMask ? maskTool(tool, ports.secretMask) : tool))
    .map((tool) => (gate ? withPermissions(tool, gate) : tool))
    .map((tool) => (ports.skills && tool.spec.name === "code_run" ? withSkills(tool, ports.skills) : tool));
  const turnEnd = (record: TurnRecord) => noteTurn(workingMemory, record);
  return {
    specs: tools.map((tool) => tool.spec),
    handler: createHandler(tools, { turnEnd }),
    workingMemory,
    background,
  };
}

/** A refusal is an answer, not an accident: the model gets its sentence as it is. */
const answerRefusals = (tool: Tool): Tool => ({
  spec: tool.spec,
  async *run(args, context) {
    try {
      const running = tool.run(args, context);
      return "then" in running ? await running : yield* running;
    } catch (error) {
      if (error instanceof ToolRefusal) return { data: error.message, isError: true };
      throw error;
    }
  },
});

function noteTurn(memory: WorkingMemory, { turn, reply }: TurnRecord): string {
  memory.turn = turn;
  const task = memory.task === undefined ? {} : { task: memory.task };
  memory.summaries = [...memory.summaries, { turn, text: summarizeTurn(reply), ...task }];
  return anchorPrompt(memory);
}
