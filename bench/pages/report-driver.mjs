import { table } from "../lib/table.mjs";
import { versionOf } from "./views.mjs";

const MAX_ROUND_TRIP_MS = 15;
const MAX_SCAN_MS = 400;
/** Caches of the engines move by this much from one look to the next. */
const MAX_GROWTH_BYTES = 1_000_000;

export function reportDriver({ roundTripMs, proseBytes, tableBytes, scanProseMs, scanTableMs, ...loads }) {
  table(
    "round trips over loopback, medians",
    ["call", "ms"],
    Object.entries(roundTripMs).map(([name, ms]) => [
      name.startsWith("Playwright") ? `${name} ${versionOf("playwright-core")}` : name,
      ms.toFixed(2),
    ]),
  );
  const { evaluations, nodeGrowthBytes, pageGrowthBytes, tabs, tabsThatWorked, tabsMs } = loads;
  const growth = Math.max(nodeGrowthBytes, pageGrowthBytes);
  table(
    "the way to the browser",
    ["target", "goal", "measured", ""],
    [
      target("web_execute_js, no_monitor, ms", MAX_ROUND_TRIP_MS, roundTripMs["web_execute_js, no_monitor"]),
      target(`scan of ${megabytes(proseBytes)} of prose, ms`, MAX_SCAN_MS, scanProseMs),
      [`scan of ${megabytes(tableBytes)} of table with 14 000 controls, ms`, "", scanTableMs.toFixed(1), ""],
      target(
        `growth over ${evaluations} evaluations, KB (Node or page)`,
        MAX_GROWTH_BYTES / 1000,
        growth / 1000,
      ),
      [
        `tabs opened and scanned at once, in ${Math.round(tabsMs)} ms`,
        tabs,
        tabsThatWorked,
        tabsThatWorked === tabs ? "met" : "MISSED",
      ],
    ],
  );
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const target = (what, goal, value) => [what, `≤ ${goal}`, value.toFixed(1), value <= goal ? "met" : "MISSED"];
