import { median } from "../lib/median.mjs";
import { table } from "../lib/table.mjs";
import { versionOf } from "./views.mjs";

const OURS = "simphtml";
const BOUNDED = "simphtml, 8 000 tokens";
const PASS = { text: 0.97, controls: 0.95, noise: 0.05 };
const PEERS = {
  "readability + turndown": "@mozilla/readability",
  defuddle: "defuddle",
  turndown: "turndown",
  "Playwright aria snapshot": "playwright-core",
};

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
const two = (value) => value.toFixed(2);
export const passes = ({ text, controls, noise }) =>
  text >= PASS.text && controls >= PASS.controls && noise <= PASS.noise;

/** The table of all views, ours by kind, the targets, and every page that misses. */
export function report({ pages, failures }) {
  for (const failure of failures) console.error(`Could not be measured: ${failure}`);
  if (pages.length === 0) return;
  const names = Object.keys(pages[0].views);
  table(
    `bench pages: ${pages.length} pages; medians, 10th percentiles in brackets, noise is a mean`,
    ["view", "tokens", "× visible", "text", "controls", "noise", "pass", "CPU ms"],
    names.map((name) => rowOf(name, pages)),
  );
  table(
    `${OURS}, kind by kind (medians)`,
    ["kind", "pages", "× visible", "text", "controls", "noise", "pass"],
    kindsOf(pages),
  );
  table("targets", ["target", "goal", "measured", ""], targetsOf(pages));
  const missing = pages.filter((page) => !passes(page.views[OURS]));
  if (missing.length > 0)
    table(
      "pages that do not pass",
      ["page", "text", "controls", "noise"],
      missing.map(({ kind, name, views }) => [
        `${kind}: ${name}`,
        ...["text", "controls", "noise"].map((key) => two(views[OURS][key])),
      ]),
    );
}

function rowOf(name, pages) {
  const views = pages.map((page) => page.views[name]);
  const of = (key) => views.map((view) => view[key]);
  const ratio = pages.map((page) => page.views[name].tokens / Math.max(1, page.visibleTokens));
  const spread = (key) => `${two(median(of(key)))} (${two(quantile(of(key), 0.1))})`;
  const version = PEERS[name] ? ` ${versionOf(PEERS[name])}` : "";
  return [
    `${name}${version}`,
    Math.round(median(of("tokens"))),
    two(median(ratio)),
    spread("text"),
    spread("controls"),
    two(mean(of("noise"))),
    `${Math.round(100 * mean(views.map((view) => Number(passes(view)))))} %`,
    Math.round(median(of("cpuMs"))),
  ];
}

function kindsOf(pages) {
  return [...byKind(pages)].map(([kind, group]) => {
    const views = group.map((page) => page.views[OURS]);
    const middle = (key) => two(median(views.map((view) => view[key])));
    const ratio = median(group.map((page) => page.views[OURS].tokens / Math.max(1, page.visibleTokens)));
    return [
      kind,
      group.length,
      two(ratio),
      middle("text"),
      middle("controls"),
      middle("noise"),
      `${views.filter(passes).length} of ${views.length}`,
    ];
  });
}

function targetsOf(pages) {
  const views = pages.map((page) => page.views[OURS]);
  const of = (key) => views.map((view) => view[key]);
  const ratio = pages.map((page) => page.views[OURS].tokens / Math.max(1, page.visibleTokens));
  const pointers = of("pointers").filter((value) => value !== undefined);
  const modals = pages.filter(({ kind }) => kind === "modal").map((page) => page.views[OURS].tokens);
  const bounded = pages.map((page) => page.views[BOUNDED].tokens);
  const large = pages.filter(({ htmlBytes }) => htmlBytes > 1e6).map((page) => page.views[OURS].cpuMs);
  const kinds = [...byKind(pages).values()].map((group) =>
    ["text", "controls"].map((key) => median(group.map((page) => page.views[OURS][key]))),
  );
  return [
    atMost("× visible text, median", 1.25, median(ratio)),
    atMost("× visible text, 90th percentile", 1.9, quantile(ratio, 0.9)),
    atLeast("text recall, mean", 0.99, mean(of("text"))),
    atLeast("text recall, 10th percentile", 0.98, quantile(of("text"), 0.1)),
    atLeast("control recall, mean", 0.985, mean(of("controls"))),
    atLeast("control recall, 10th percentile", 0.96, quantile(of("controls"), 0.1)),
    atLeast("clickable by cursor alone, mean", 0.95, mean(pointers)),
    atMost("noise, mean", 0.02, mean(of("noise"))),
    atMost("noise, 90th percentile", 0.05, quantile(of("noise"), 0.9)),
    atMost("modal pages, tokens (median)", 150, modals.length ? median(modals) : 0),
    atLeast("pages that pass, share", 0.85, mean(views.map((view) => Number(passes(view))))),
    atMost("page CPU ms, median", 50, median(of("cpuMs"))),
    atMost("page CPU ms, 90th percentile", 200, quantile(of("cpuMs"), 0.9)),
    atMost("page CPU ms, pages over 1 MB (most)", 400, large.length ? Math.max(...large) : 0),
    atMost("tokens under a budget of 8 000 (most)", 8000, Math.max(...bounded)),
    atLeast("lowest median of a kind, text or controls", 0.97, Math.min(...kinds.flat())),
    atLeast(
      "lowest page, text or controls",
      0.85,
      Math.min(...views.flatMap(({ text, controls }) => [text, controls])),
    ),
  ];
}

const atMost = (what, goal, value) => [what, `≤ ${goal}`, rounded(value), value <= goal ? "met" : "MISSED"];
const atLeast = (what, goal, value) => [what, `≥ ${goal}`, rounded(value), value >= goal ? "met" : "MISSED"];
const rounded = (value) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 0));

function byKind(pages) {
  const groups = new Map();
  for (const page of pages) groups.set(page.kind, [...(groups.get(page.kind) ?? []), page]);
  return groups;
}
