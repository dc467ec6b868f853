/** The look of the report: two columns on a wide screen, one on a narrow one; follows the reader's light or dark. */
export const REPORT_STYLE = `
:root { color-scheme: light dark; --ground: #f6f5f1; --sheet: #fff; --ink: #23211d; --soft: #77726a; --line: #e2dfd7; --mark: #0b6e5f; --markground: #e3f1ee; --note: #96550a; }
@media (prefers-color-scheme: dark) { :root { --ground: #191a1c; --sheet: #222427; --ink: #e6e4df; --soft: #98958e; --line: #35373b; --mark: #6fd0bd; --markground: #20393a; --note: #e0a356; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header, main, .removals { max-width: 1720px; margin: 0 auto; padding: 0 28px; }
header { padding-top: 28px; }
h1 { margin: 0; font-size: 26px; line-height: 1.25; }
.url { margin: 4px 0 16px; color: var(--soft); overflow-wrap: anywhere; }
.numbers { display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 24px; padding: 0; list-style: none; }
.numbers li { padding: 5px 12px; border: 1px solid var(--line); border-radius: 999px; background: var(--sheet); color: var(--soft); }
.numbers b { color: var(--ink); font-variant-numeric: tabular-nums; }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px; align-items: start; }
@media (max-width: 960px) { main { grid-template-columns: minmax(0, 1fr); } }
h2 { margin: 0 0 10px; font-size: 13px; font-weight: 600; letter-spacing: .04em; color: var(--soft); }
.frame, pre { height: 78vh; margin: 0; overflow: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet); }
.frame img { display: block; width: 100%; }
pre { padding: 18px 20px; font: 13px/1.65 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.control { margin-right: 3px; padding: 1px 6px; border-radius: 5px; background: var(--markground); color: var(--mark); }
.control i { margin-right: 2px; font-style: normal; font-size: 11px; opacity: .7; }
.heading { font-size: 14px; }
.note { color: var(--note); }
.removals { padding-top: 32px; padding-bottom: 56px; }
details { border-top: 1px solid var(--line); }
details:last-of-type { border-bottom: 1px solid var(--line); }
summary { padding: 9px 4px; cursor: pointer; }
summary b { float: right; font-variant-numeric: tabular-nums; }
.pass { display: inline-block; min-width: 76px; color: var(--mark); }
.removals ol { margin: 0 0 12px; padding-left: 52px; color: var(--soft); }
.removals code { font-size: 12px; overflow-wrap: anywhere; }
`;
