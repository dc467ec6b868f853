import type { HistoryLine } from "../archive/history.js";
import type { Skill } from "./skill.js";
import type { AccountLine } from "./skill-runs.js";

/** A quarter of a year: what is done once a season is still offered. */
const UNUSED_DAYS = 90;
/** And so many sessions without it, so that a computer that rested forgets nothing. */
const UNUSED_SESSIONS = 50;
const DAY_MS = 86_400_000;

export interface UnusedSkill {
  skill: Skill;
  /** Days since its last use. */
  days: number;
  /** Sessions that began since. */
  sessions: number;
}

/**
 * Skills that no session used for 90 days and 50 sessions. What was just learnt, promoted or brought back counts as
 * used. A skill that nothing tells of has no age and is left out.
 *
 * @param now ms since 1970
 */
export function unusedSkills(
  skills: readonly Skill[],
  account: readonly AccountLine[],
  history: readonly HistoryLine[],
  now = Date.now(),
): UnusedSkill[] {
  const begun = new Map<string, number>();
  for (const { session, at } of history) if (!begun.has(session)) begun.set(session, Date.parse(at));
  const used = new Map<string, number>();
  const see = (name: string, at: string) => {
    const ms = Date.parse(at);
    if (ms > (used.get(name) ?? 0)) used.set(name, ms);
  };
  for (const { skill, at, kind } of account) if (kind !== "asked") see(skill, at);
  for (const { skills: names, at } of history) for (const name of names) see(name, at);
  return skills.flatMap((skill): UnusedSkill[] => {
    const last = used.get(skill.name);
    if (skill.retired || last === undefined) return [];
    const days = Math.floor((now - last) / DAY_MS);
    if (days < UNUSED_DAYS) return [];
    const sessions = [...begun.values()].filter((at) => at > last).length;
    return sessions >= UNUSED_SESSIONS ? [{ skill, days, sessions }] : [];
  });
}
