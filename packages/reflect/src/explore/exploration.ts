import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { errorMessage } from "@genericagent/core-loop";
import { type Clock, systemClock } from "../host/clock.js";
import type { Notify, ReflectTask, TaskOutcome } from "../host/reflect-task.js";
import { StateFile } from "../host/state-file.js";
import { adaptWeights } from "./adapt-weights.js";
import type { Candidate, ExplorationItem, ExplorationState } from "./exploration-list.js";
import { writeExplorationReport } from "./exploration-report.js";
import { checkHolds, doPrompt, planPrompt } from "./explore-prompts.js";
import { parsePlan } from "./parse-plan.js";
import { type ApplyProposal, type PendingProposals, proposalsIn } from "./pending-proposals.js";
import { breadthOf, depthOf, judgedValue, START_WEIGHTS, scoreTask } from "./score-task.js";
import type { SkillStat } from "./skill-stat.js";

export interface ExplorationPorts {
  /** The skill tree. */
  skills(): Promise<SkillStat[]>;
  /** U and I of each candidate, in order, from 1 to 10: asked of a model. */
  judge(candidates: readonly Candidate[]): Promise<readonly { u: unknown; i: unknown }[]>;
  /** Step 1: what is known, for example the memory's index. */
  context?(): Promise<string>;
  /** Step 2: usage lines of skills that fit. */
  searchSkills?(words: string): Promise<string[]>;
  /** Step 3: an empty folder to work in, in which nothing else is. */
  sandbox(id: string): Promise<string>;
}

export interface ExplorationOptions {
  /** Holds the list, the reports and the history. */
  dir: string;
  ports: ExplorationPorts;
  pending: PendingProposals;
  /** Writes to the memory at once, where the user allowed it. Without it every change waits for approval. */
  applyUnasked?: ApplyProposal;
  clock?: Clock;
  notify?: Notify;
}

const DAY = 86_400_000;
/** The window of the report. */
const HINDSIGHT_MS = 30 * DAY;
const MAX_FAILED_PLANS = 3;
const HISTORY_LINES = 40;
/** Ended items that the list keeps. */
const KEPT_ITEMS = 200;

/** Explores while nobody is there. Each task either plans or does, never both. Give `nextTask` to `idleTrigger`. */
export class Exploration {
  #options: ExplorationOptions;
  #clock: Clock;
  #notify: Notify;
  #file: StateFile<ExplorationState>;

  constructor(options: ExplorationOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#notify = options.notify ?? (() => {});
    this.#file = new StateFile(join(options.dir, "list.json"));
  }

  async state(): Promise<ExplorationState> {
    const fresh = { weights: START_WEIGHTS, items: [], reports: 0, failedPlans: 0 };
    return (await this.#file.read()) ?? fresh;
  }

  /** The best open item, else a plan; nothing while planning rests. */
  async nextTask(): Promise<ReflectTask | undefined> {
    const skills = await this.#options.ports.skills();
    await this.#closeInterrupted();
    await this.#learn(skills);
    const { items, restUntil } = await this.state();
    const open = items.filter(({ state }) => state === "open").sort((a, b) => b.score - a.score);
    if (open[0]) return this.#doTask(open[0]);
    if (restUntil !== undefined && Date.parse(restUntil) > this.#clock.now()) return undefined;
    return this.#planTask(skills);
  }

  async #planTask(skills: readonly SkillStat[]): Promise<ReflectTask> {
    const { items, failedPlans } = await this.state();
    const history = items
      .filter(({ endedAt }) => endedAt)
      .reverse()
      .slice(0, HISTORY_LINES);
    const lines = history.map(({ title, category, state }) => `${category} | ${title} | ${state}`);
    const complaint =
      failedPlans > 0 ? { complaint: "it held no list of 5 to 7 tasks in four categories." } : {};
    const context = (await this.#options.ports.context?.()) ?? "";
    return {
      id: `plan-${new Date(this.#clock.now()).toISOString()}-${randomBytes(3).toString("hex")}`,
      from: "explore/plans",
      title: "plan what to explore",
      prompt: planPrompt({ context, skills, history: lines, ...complaint }),
      settings: { permissions: "read-only", memoryWrites: false },
      settle: (outcome) => this.#takePlan(outcome, skills),
    };
  }

  /** A plan that is of no use is asked for again, three times; then planning rests for a day. */
  async #takePlan(outcome: TaskOutcome, skills: readonly SkillStat[]): Promise<void> {
    const state = await this.state();
    try {
      const candidates = parsePlan(outcome.text);
      const judged = await this.#options.ports.judge(candidates);
      const fresh = candidates.map((candidate, index): ExplorationItem => {
        const dimensions = {
          b: breadthOf(candidate.category, skills),
          d: depthOf(candidate.skills, skills),
          u: judgedValue(judged[index]?.u),
          i: judgedValue(judged[index]?.i),
        };
        const id = randomBytes(4).toString("hex");
        return { ...candidate, id, dimensions, score: scoreTask(state.weights, dimensions), state: "open" };
      });
      const { restUntil: _, ...rest } = state;
      await this.#file.write({
        ...rest,
        failedPlans: 0,
        items: [...state.items, ...fresh].slice(-KEPT_ITEMS),
      });
    } catch (error) {
      const failedPlans = state.failedPlans + 1;
      const rests = failedPlans >= MAX_FAILED_PLANS;
      const restUntil = new Date(this.#clock.now() + DAY).toISOString();
      await this.#file.write({ ...state, failedPlans: rests ? 0 : failedPlans, ...(rests && { restUntil }) });
      throw error;
    }
  }

  /** Steps 1 and 2 before the run, which is step 3; 4 to 6 after it. */
  async #doTask(item: ExplorationItem): Promise<ReflectTask> {
    const { ports } = this.#options;
    const context = (await ports.context?.()) ?? "";
    const skills = (await ports.searchSkills?.(`${item.title} ${item.goal}`)) ?? [];
    const cwd = await ports.sandbox(item.id);
    await this.#update(item.id, { state: "running" });
    return {
      id: `do-${item.id}`,
      from: "explore/tasks",
      title: `explore: ${item.title}`,
      prompt: doPrompt(item, { context, skills }),
      settings: { cwd, permissions: "auto", memoryWrites: false },
      settle: (outcome) => this.#finish(item, outcome, cwd),
    };
  }

  /** Report, consolidation, list; in this order, so that a crash in between leaves the item to be closed. */
  async #finish(item: ExplorationItem, outcome: TaskOutcome, folder?: string): Promise<void> {
    const { dir, pending, applyUnasked } = this.#options;
    const succeeded = outcome.status === "done" && checkHolds(outcome.text);
    // No execution, no memory: an experiment that failed has a report, and proves nothing.
    const proposals = succeeded ? proposalsIn(outcome.text) : [];
    const number = (await this.state()).reports + 1;
    const paths = proposals.map(({ path }) => path);
    const facts = { item, number, succeeded, outcome, proposals: paths, folder };
    const report = await writeExplorationReport(join(dir, "reports"), facts);
    const at = new Date(this.#clock.now()).toISOString();
    for (const proposal of proposals) {
      const session = outcome.session ? { session: outcome.session } : {};
      const added = await pending.add({ ...proposal, ...session, report, at });
      if (applyUnasked) await pending.accept(added.id, applyUnasked).catch((error) => this.#tell(error));
    }
    const state = succeeded ? "done" : "failed";
    await this.#update(item.id, { state, endedAt: at, report }, number);
  }

  /** The host before this one died in the run, or after it: what it left is documented as a failure. */
  async #closeInterrupted(): Promise<void> {
    for (const item of (await this.state()).items.filter(({ state }) => state === "running")) {
      const now = this.#clock.now();
      const why = "the host ended in the midst of it";
      await this.#finish(item, { status: "failed", text: "", why, startedAt: now, endedAt: now });
    }
  }

  /** Holds what was done against what became of it: once 30 days are over, or as soon as it is used a lot. */
  async #learn(skills: readonly SkillStat[]): Promise<void> {
    const state = await this.state();
    let { weights } = state;
    let learned = false;
    const items = state.items.map((item) => {
      if (item.state !== "done" || item.learned || !item.endedAt) return item;
      const uses = usesOf(item, skills);
      const over = this.#clock.now() - Date.parse(item.endedAt) >= HINDSIGHT_MS;
      const { dimensions, score } = item;
      if (!over && !(score < 5 && uses > 5)) return item;
      weights = adaptWeights(weights, { dimensions, score, uses });
      learned = true;
      return { ...item, learned };
    });
    if (learned) await this.#file.write({ ...state, weights, items });
  }

  async #update(id: string, change: Partial<ExplorationItem>, reports?: number): Promise<void> {
    const state = await this.state();
    const items = state.items.map((item) => (item.id === id ? { ...item, ...change } : item));
    await this.#file.write({ ...state, items, ...(reports !== undefined && { reports }) });
  }

  #tell(error: unknown): void {
    this.#notify({
      type: "notice",
      code: "pending",
      message: `Left for your approval: ${errorMessage(error)}`,
    });
  }
}

/** Uses of the skills that an item named as those it strengthens or makes. */
const usesOf = (item: ExplorationItem, skills: readonly SkillStat[]): number =>
  skills.filter(({ name }) => item.skills.includes(name)).reduce((sum, { uses }) => sum + uses, 0);
