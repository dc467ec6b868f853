import type { SkillAccount } from "./skill-account.js";
import { escapeHtml, number } from "./stats-page.js";

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 46;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 24;
/** More rounds than this say nothing new at this size. */
const MAX_ROUNDS = 40;

/** The learning curve: tokens of each round, the learning run first, as a picture in SVG. */
export function curveOf({ skill, rounds }: SkillAccount): string {
  const shown = rounds.slice(0, MAX_ROUNDS);
  const top = Math.max(1, ...shown.map(({ tokens }) => tokens));
  const x = (index: number) =>
    LEFT + (shown.length > 1 ? (index / (shown.length - 1)) * (WIDTH - LEFT - RIGHT) : 0);
  const y = (tokens: number) => TOP + (1 - tokens / top) * (HEIGHT - TOP - BOTTOM);
  const points = shown.map(({ tokens }, index) => `${x(index).toFixed(1)},${y(tokens).toFixed(1)}`);
  const area = `${LEFT},${y(0)} ${points.join(" ")} ${x(shown.length - 1).toFixed(1)},${y(0)}`;
  const marks = shown.map(({ tokens, ok, by, requests }, index) => {
    const color = ok ? "var(--accent)" : "var(--bad)";
    const title = `round ${index + 1}: ${number(tokens)} tokens, ${requests} model calls${ok ? "" : ", failed"}`;
    return `<circle cx="${x(index).toFixed(1)}" cy="${y(tokens).toFixed(1)}" r="4" fill="${by === "host" ? color : "var(--card)"}" stroke="${color}" stroke-width="2"><title>${title}</title></circle>`;
  });
  const lines = [0, 0.5, 1].map((share) => {
    const level = y(top * share).toFixed(1);
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${level}" y2="${level}" stroke="var(--line)"/><text x="${LEFT - 8}" y="${Number(level) + 4}" text-anchor="end">${short(top * share)}</text>`;
  });
  const ends = [0, ...(shown.length > 1 ? [shown.length - 1] : [])].map(
    (index) =>
      `<text x="${x(index).toFixed(1)}" y="${HEIGHT - 6}" text-anchor="${index === 0 ? "start" : "end"}">${index === 0 ? "learnt" : `round ${index + 1}`}</text>`,
  );
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Tokens of each round of ${escapeHtml(skill)}">
${lines.join("")}<polygon points="${area}" fill="var(--accent)" opacity="0.1"/><polyline points="${points.join(" ")}" fill="none" stroke="var(--accent)" stroke-width="2" stroke-linejoin="round"/>${marks.join("")}${ends.join("")}
</svg>`;
}

const short = (tokens: number): string =>
  tokens >= 1000 ? `${(tokens / 1000).toFixed(tokens >= 10_000 ? 0 : 1)} k` : String(Math.round(tokens));
