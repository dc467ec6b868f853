import type { AccountLine } from "./skill-runs.js";

/** What a skill cost and saved. */
export interface SkillAccount {
  skill: string;
  /** Tokens of the run that taught it; 0 where it came from elsewhere. */
  learnTokens: number;
  /** The part of them that was spent on learning itself. */
  overheadTokens: number;
  learnSeconds: number;
  runs: number;
  successes: number;
  /** Runs without a model. */
  hostRuns: number;
  /** Against doing each task as the first time, the cost of learning taken off; may be negative. */
  tokensSaved: number;
  secondsSaved: number;
  /** Number of the round, the learning one counted, in which it had paid for itself; undefined until then. */
  breakEven: number | undefined;
  /** Share of successes among the last ten runs; undefined without a run. */
  recentRate: number | undefined;
  lastUsed: string | undefined;
  /** Round by round: the learning run first, then each use. */
  rounds: {
    at: string;
    tokens: number;
    requests: number;
    seconds: number;
    ok: boolean;
    by: "learn" | "model" | "host";
  }[];
}

/** Runs that decide whether a skill is still trusted (issue: "below 0.5 over its last 10 runs"). */
export const RECENT_RUNS = 10;

export function skillAccount(skill: string, lines: readonly AccountLine[]): SkillAccount {
  const own = lines.filter((line) => line.skill === skill);
  const learn = own.findLast((line) => line.kind === "learn");
  const runs = own.filter((line) => line.kind === "run");
  const asked = sum(own.map((line) => (line.kind === "asked" ? line.tokens : 0)));
  const recent = runs.slice(-RECENT_RUNS);
  const overhead = learn?.overheadTokens ?? 0;
  // A run that failed left the task undone: all it cost is lost. What it cost to do the task anyway is the model's.
  const savings = runs.map((run) => (learn && run.ok ? learn.tokens - overhead - run.tokens : -run.tokens));
  const seconds = runs.map((run) => (learn && run.ok ? learn.seconds - run.seconds : -run.seconds));
  const balance = savings.map((_, index) => sum(savings.slice(0, index + 1)) - overhead);
  const even = balance.findIndex((saved, index) => saved >= 0 && runs[index]!.ok);
  return {
    skill,
    learnTokens: learn?.tokens ?? 0,
    overheadTokens: overhead,
    learnSeconds: learn?.seconds ?? 0,
    runs: runs.length,
    successes: runs.filter(({ ok }) => ok).length,
    hostRuns: runs.filter(({ by }) => by === "host").length,
    tokensSaved: sum(savings) - overhead - asked,
    secondsSaved: sum(seconds),
    breakEven: even === -1 ? undefined : even + 2,
    recentRate: recent.length > 0 ? recent.filter(({ ok }) => ok).length / recent.length : undefined,
    lastUsed: runs.at(-1)?.at,
    rounds: [
      ...(learn ? [{ ...pick(learn), ok: true, by: "learn" as const }] : []),
      ...runs.map((run) => ({ ...pick(run), ok: run.ok, by: run.by })),
    ],
  };
}

/** Below this share of its last runs a code skill is an SOP again. */
export const DEMOTE_BELOW = 0.5;
/** One slip is no habit. */
const DEMOTE_AFTER_RUNS = 2;

export const shouldDemote = ({ recentRate, runs }: SkillAccount): boolean =>
  recentRate !== undefined && runs >= DEMOTE_AFTER_RUNS && recentRate < DEMOTE_BELOW;

const pick = ({
  at,
  tokens,
  requests,
  seconds,
}: {
  at: string;
  tokens: number;
  requests: number;
  seconds: number;
}) => ({
  ...{ at, tokens, requests, seconds },
});
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
