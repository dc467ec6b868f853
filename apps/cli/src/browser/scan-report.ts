import type { Tab } from "@genericagent/browser-cdp";
import { REPORT_STYLE } from "./report-style.js";

type Scan = Awaited<ReturnType<Tab["scan"]>>;
type Removal = NonNullable<Scan["removals"]>[number];

/** Removals listed one by one for each reason; the others are counted. */
const MAX_LISTED = 200;

/** One HTML file that needs nothing else: the picture of a page, its view beside it, and what the view leaves out. */
export async function scanReport(tab: Tab, scan: Scan): Promise<string> {
  const picture = await tab.screenshot({ fullPage: true, format: "jpeg", quality: 72 });
  const { value: source } = await tab.evaluate("document.documentElement.outerHTML.length");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(scan.title || scan.url)} – page view</title>
<style>${REPORT_STYLE}</style>
<header>
  <h1>${escaped(scan.title || "(no title)")}</h1>
  <p class="url">${escaped(scan.url)}</p>
  <ul class="numbers">${numbersOf(scan, Number(source))}</ul>
</header>
<main>
  <section class="picture"><h2>What a person sees</h2><div class="frame"><img alt="The page" src="data:image/jpeg;base64,${picture.toString("base64")}"></div></section>
  <section class="view"><h2>What the agent reads</h2><pre>${viewOf(scan.text)}</pre></section>
</main>
<section class="removals"><h2>What was left out</h2>${removalsOf(scan)}</section>
</html>
`;
}

function numbersOf({ tokens, controls, elisions, removed, text }: Scan, sourceChars: number): string {
  const left = Object.values(removed).reduce((sum, count) => sum + count, 0);
  const numbers: [value: string, name: string][] = [
    [count(tokens), "tokens"],
    [count(controls), "controls"],
    [count(text.length), "characters"],
    [sourceChars > 0 ? `${((100 * text.length) / sourceChars).toFixed(1)} %` : "–", "of the HTML"],
    [count(left), "removals"],
    [count(elisions.length), "elisions"],
  ];
  return numbers.map(([value, name]) => `<li><b>${value}</b> ${name}</li>`).join("");
}

/** Handles, headings and notes get a colour; everything else is as the model gets it. */
function viewOf(text: string): string {
  return text
    .split("\n")
    .map((line) => {
      const marked = escaped(line).replace(
        /\[([a-z]?\d+)([^\s\]]*)(\s[^\]]*|)\]/g,
        (_, handle, state, name) => `<span class="control"><i>${handle}${state}</i>${name}</span>`,
      );
      if (/^#+ /.test(line)) return `<b class="heading">${marked}</b>`;
      return /^\((…|covered|dialog|page)/.test(line) ? `<span class="note">${marked}</span>` : marked;
    })
    .join("\n");
}

function removalsOf({ removed, removals = [] }: Scan): string {
  const reasons = Object.entries(removed).sort(([, a], [, b]) => b - a);
  if (reasons.length === 0) return "<p>Nothing.</p>";
  return reasons.map(([reason, number]) => removalsFor(reason, number, removals)).join("\n");
}

function removalsFor(key: string, number: number, removals: readonly Removal[]): string {
  const own = removals.filter(({ pass, reason }) => `${pass}: ${reason}` === key);
  const listed = own.slice(0, MAX_LISTED).map(({ path }) => `<li><code>${escaped(path)}</code></li>`);
  const rest = number - listed.length;
  const [pass, ...reason] = key.split(": ");
  return `<details><summary><span class="pass">${escaped(pass ?? "")}</span> ${escaped(reason.join(": "))} <b>${count(number)}</b></summary><ol>${listed.join("")}</ol>${rest > 0 ? `<p>and ${count(rest)} more</p>` : ""}</details>`;
}

const count = (value: number): string => value.toLocaleString("en").replaceAll(",", "\u202f");

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign]!);
