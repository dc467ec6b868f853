import { randomBytes } from "node:crypto";
import type { Notify, ReflectTask, TaskOutcome, TaskSettings } from "../host/reflect-task.js";
import { StateFile } from "../host/state-file.js";
import { ReflectError } from "../reflect-error.js";
import { goalPrompt, isGoalMet } from "./goal-prompts.js";
import { type GoalState, goalEnd, sayGoalEnd } from "./goal-state.js";

export interface GoalOptions {
  /** Names the receipts: `goal/<name>`. */
  name: string;
  /** Holds the goal's state; a goal that is there goes on. */
  stateFile: string;
  /** May be missing for a goal that goes on. */
  objective?: string;
  /** Sum of the runs' times. Default 30 minutes. */
  budgetMs?: number;
  budgetTokens?: number;
  /** Tasks at most. Default 50. */
  maxTurns?: number;
  settings?: TaskSettings;
  signal?: AbortSignal;
  notify?: Notify;
}

const MINUTE = 60_000;
/** Failed runs in a row after which nothing is to be expected of more. */
const MAX_FAILURES = 3;
/** Of a run's last words. */
const KEPT_CHARS = 8_000;

/**
 * Yields work and check phases in turn until a check confirms the objective or the budget is spent, then one last task
 * that sums up. What a work phase says of itself ends nothing.
 *
 * @throws ReflectError `invalid-options` without an objective, or when a stored goal has another one.
 */
export async function* goalTrigger(options: GoalOptions): AsyncGenerator<ReflectTask, void, void> {
  const { name, notify = () => {}, signal } = options;
  const file = new StateFile<GoalState>(options.stateFile);
  let state = await begin(file, options);
  let failures = 0;
  while (!state.wrapped) {
    signal?.throwIfAborted();
    const end =
      state.phase === "wrap"
        ? undefined
        : (goalEnd(state) ?? (failures >= MAX_FAILURES ? "stuck" : undefined));
    if (end) state = { ...state, phase: "wrap", end };
    state = { ...state, turn: state.turn + 1 };
    await file.write(state);
    let settled = false;
    yield taskOf(options, state, async (outcome) => {
      settled = true;
      failures = outcome.status === "done" ? 0 : failures + 1;
      state = advance(spent(state, outcome), outcome);
      await file.write(state);
    });
    if (settled) continue;
    if (state.phase === "wrap") return; // passed over: no receipt could be written
    failures++;
  }
  const { end = "stuck", turn } = state;
  const message = `Goal "${name}" has ended: ${sayGoalEnd(end, turn)}.`;
  notify({ type: "notice", code: "goal-end", message, data: { name, end } });
}

async function begin(file: StateFile<GoalState>, options: GoalOptions): Promise<GoalState> {
  const stored = await file.read();
  const { objective = stored?.objective, budgetMs = 30 * MINUTE, budgetTokens, maxTurns = 50 } = options;
  if (!objective?.trim()) throw new ReflectError("invalid-options", "A goal needs an objective.");
  if (stored && stored.objective !== objective)
    throw new ReflectError(
      "invalid-options",
      `The goal "${options.name}" has another objective: ${stored.objective.slice(0, 200)}. Take another name, or delete ${file.path}.`,
    );
  if (stored) return stored;
  return {
    born: randomBytes(3).toString("hex"),
    ...{ objective, phase: "work", turn: 0, usedMs: 0, usedTokens: 0, budgetMs, maxTurns },
    ...{ findings: "", ...(budgetTokens !== undefined && { budgetTokens }) },
  };
}

/**
 * After work comes a check, also when the work failed; after a check comes work, or the end that it confirms. A phase
 * that the user stopped is had again.
 */
function advance(state: GoalState, { status, text, why = "" }: TaskOutcome): GoalState {
  if (status === "aborted") return state;
  if (state.phase === "wrap") return { ...state, wrapped: true };
  const words = (text || why).slice(-KEPT_CHARS);
  if (state.phase === "work") return { ...state, phase: "check" };
  if (status === "done" && isGoalMet(text)) return { ...state, phase: "wrap", end: "met", findings: "" };
  return { ...state, phase: "work", findings: words };
}

function spent(state: GoalState, { startedAt, endedAt, tokens = 0 }: TaskOutcome): GoalState {
  const ms = Math.max(0, endedAt - startedAt);
  return { ...state, usedMs: state.usedMs + ms, usedTokens: state.usedTokens + tokens };
}

function taskOf(
  { name, settings }: GoalOptions,
  state: GoalState,
  settle: (outcome: TaskOutcome) => Promise<void>,
): ReflectTask {
  return {
    id: `${name}-${state.born}#${state.turn}-${state.phase}`,
    from: `goal/${name}`,
    title: `goal ${name}: ${state.phase}, phase ${state.turn}`,
    prompt: goalPrompt(state),
    limitMs: Math.max(MINUTE, state.phase === "wrap" ? 5 * MINUTE : state.budgetMs - state.usedMs),
    settle,
    ...(settings && { settings }),
  };
}
