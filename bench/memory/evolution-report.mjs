// The tables of `evolution.mjs`.
import { table } from "../lib/table.mjs";

/** Measured on GenericAgent with a real model, 14 invoices a round. */
export const THEIRS = { first: 40_900, later: 9_600, learning: 0.72, breakEven: 17 };

const percent = (value) => `${(100 * value).toFixed(1)} %`;

export function report(kinds, rounds, { share, overhead }) {
  table(
    "evolution: tokens (o200k) and model calls by round",
    ["kind", "learnt by", ...rounds.map(({ round }) => String(round)), "break-even"],
    [
      ...kinds.map(({ name, learntBy, rows, breakEven }) => [
        name,
        learntBy,
        ...rows.map(({ tokens, calls }) => `${tokens}/${calls}`),
        breakEven ?? "–",
      ]),
      ["all", "", ...rounds.map(({ tokens, calls }) => `${tokens}/${calls}`), ""],
    ],
  );
  const second = kinds.map(({ rows }) => rows[1]);
  table(
    "targets",
    ["what", "measured", "target", "", "beside"],
    [
      row("last round, of the first", percent(share), "5 %", share <= 0.05, "report: 10.4 %"),
      row("model calls in the last round", String(rounds.at(-1).calls), "0", rounds.at(-1).calls === 0, ""),
      row(
        "learning, of the first round",
        percent(overhead),
        "10 %",
        overhead <= 0.1,
        `GenericAgent: ${percent(THEIRS.learning)}`,
      ),
      row(
        "requests of the second run, most",
        String(Math.max(...second.map(({ calls }) => calls))),
        "2",
        second.every(({ calls }) => calls <= 2),
        "GenericAgent: 3",
      ),
      row(
        "tokens of the second run, most",
        String(Math.max(...second.map(({ tokens }) => tokens))),
        "4800",
        second.every(({ tokens }) => tokens <= THEIRS.later / 2),
        `GenericAgent: ${THEIRS.later}`,
      ),
      row(
        "break-even round, latest",
        String(Math.max(...kinds.map(({ breakEven }) => breakEven ?? Number.POSITIVE_INFINITY))),
        "2",
        kinds.every(({ breakEven }) => breakEven !== null && breakEven <= 2),
        `GenericAgent: ${THEIRS.breakEven}`,
      ),
    ],
  );
}

const row = (what, measured, target, isMet, beside) => [
  what,
  measured,
  target,
  isMet ? "met" : "MISSED",
  beside,
];
