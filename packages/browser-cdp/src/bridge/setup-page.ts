import { setupPicture } from "./setup-picture.js";
import { setupSteps } from "./setup-steps.js";

/** One HTML file, with its picture, that shows the manual step. Needs no network and runs no script. */
export function setupPage(folder: string, browser: "chrome" | "chromium" | "edge" = "chrome"): string {
  const steps = setupSteps(folder, browser)
    .map(({ title, detail }) => `<li><b>${escapeHtml(title)}</b><br><code>${escapeHtml(detail)}</code></li>`)
    .join("\n");
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Connect your browser to GenericAgent</title>
<style>
  :root { color-scheme: light dark; }
  body { max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; font: 17px/1.5 system-ui, sans-serif; }
  code { user-select: all; overflow-wrap: anywhere; }
  li { margin: .6rem 0; }
  svg { width: 100%; height: auto; margin: 1rem 0; }
</style>
<h1>Connect your browser to GenericAgent</h1>
<p>One step by hand, once. Afterwards <code>ga</code> sees the tabs you are logged in to.</p>
<ol>
${steps}
</ol>
${setupPicture(folder)}
<p>The puzzle piece in the tool bar then lists GenericAgent; its icon says <b>on</b> while a <code>ga</code> is
connected. While it works in a tab the browser shows a bar that says so, and Cancel there stops it at once.</p>
<p>To undo it: remove GenericAgent on the same page.</p>
</html>
`;
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
