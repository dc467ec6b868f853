import { median } from "../lib/median.mjs";
import { table } from "../lib/table.mjs";
import { versionOf } from "./views.mjs";

const OURS = "simphtml";
const BOUNDED = "simphtml, 8 000 tokens";
const PASS = { text: 0.97, controls: 0.95, noise: 0.05 };
const MAX_RATIO = 1.9;
const LARGE_BYTES = 4e5;
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

/** The table of all views, ours by kind, the targets, and every page that misses or could not be measured. */
export function report({ pages, failures }) {
  for (const { title, headings, rows } of Object.values(tablesOf(pages, failures)))
    if (rows.length > 0) table(title, headings, rows);
}

/** Those of one run. A table without rows has nothing to tell. */
export function tablesOf(pages, failures) {
  return {
    views: {
      title: `bench pages: ${pages.length} pages; medians, 10th percentiles in brackets, noise is a mean`,
      headings: ["view", "tokens", "× visible", "text", "controls", "noise", "pass", "CPU ms"],
      rows: pages.length > 0 ? Object.keys(pages[0].views).map((name) => rowOf(name, pages)) : [],
    },
    kinds: {
      title: `${OURS}, kind by kind (medians)`,
      headings: ["kind", "pages", "× visible", "text", "controls", "noise", "pass"],
      rows: kindsOf(pages),
    },
    targets: {
      title: "targets",
      headings: ["target", "goal", "measured", ""],
      rows: pages.length > 0 ? targetsOf(pages) : [],
    },
    dense: {
      title: `pages over × ${MAX_RATIO} of their visible text`,
      headings: ["page", "× visible", "tokens", "visible", "controls shown"],
      rows: densePages(pages),
    },
    large: {
      title: "pages of 0.4 MB and more",
      headings: ["page", "KB of HTML", "CPU ms", "CPU ms again", "CPU ms, 8 000 tokens"],
      rows: largePages(pages),
    },
    missing: {
      title: "pages that do not pass",
      headings: ["page", "text", "controls", "noise"],
      rows: pages
        .filter((page) => !passes(page.views[OURS]))
        .map(({ kind, name, views }) => [
          `${kind}: ${name}`,
          ...["text", "controls", "noise"].map((key) => two(views[OURS][key])),
        ]),
    },
    failures: {
      title: "pages that could not be measured",
      headings: ["page", "reason"],
      rows: failures.map(({ kind, name, reason }) => [`${kind}: ${name}`, reason]),
    },
  };
}

const ratioOf = ({ views, visibleTokens }) => views[OURS].tokens / Math.max(1, visibleTokens);

const densePages = (pages) =>
  pages
    .filter((page) => ratioOf(page) > MAX_RATIO)
    .sort((a, b) => ratioOf(b) - ratioOf(a))
    .map((page) => [
      `${page.kind}: ${page.name}`,
      two(ratioOf(page)),
      page.views[OURS].tokens,
      page.visibleTokens,
      page.controls,
    ]);

const largePages = (pages) =>
  pages
    .filter(({ htmlBytes }) => htmlBytes >= LARGE_BYTES)
    .map(({ kind, name, htmlBytes, views, againMs }) => [
      `${kind}: ${name}`,
      Math.round(htmlBytes / 1000),
      Math.round(views[OURS].cpuMs),
      againMs.map(Math.round).join(", "),
      Math.round(views[BOUNDED].cpuMs),
    ]);

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
    const ratio = median(group.map(ratioOf));
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
  const ratio = pages.map(ratioOf);
  const pointers = of("pointers").filter((value) => value !== undefined);
  const modals = pages.filter(({ kind }) => kind === "modal").map((page) => page.views[OURS].tokens);
  const bounded = pages.map((page) => page.views[BOUNDED].tokens);
  const large = pages.filter(({ htmlBytes }) => htmlBytes > 1e6).map((page) => page.views[OURS].cpuMs);
  const kinds = [...byKind(pages).values()].map((group) =>
    ["text", "controls"].map((key) => median(group.map((page) => page.views[OURS][key]))),
  );
  return [
    atMost("× visible text, median", 1.25, median(ratio)),
    atMost("× visible text, 90th percentile", MAX_RATIO, quantile(ratio, 0.9)),
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
