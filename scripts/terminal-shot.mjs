// Draws what a terminal shows as SVG, for the docs. Usage: tmux capture-pane -e -p | node scripts/terminal-shot.mjs
// light|dark COLUMNS > shot.svg
import { readFileSync } from "node:fs";

const [theme = "dark", columns = "80"] = process.argv.slice(2);
const THEMES = {
  dark: {
    ground: "#1c1e22",
    text: "#d8dae0",
    colours: ["#5c6370", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8dae0"],
  },
  light: {
    ground: "#fafafa",
    text: "#2a2c33",
    colours: ["#383a42", "#c4322a", "#2f7d32", "#8a6100", "#2457c5", "#8b27a5", "#0a7285", "#5a5c63"],
  },
};
const { ground, text, colours } = THEMES[theme];
const CELL = { width: 8.4, height: 18 };
const PADDING = 12;

const lines = readFileSync(0, "utf8").replace(/\n+$/, "").split("\n");
const width = Number(columns) * CELL.width + 2 * PADDING;
const height = lines.length * CELL.height + 2 * PADDING;

let style = {};
const rows = lines.map((line, row) => {
  const y = PADDING + (row + 0.75) * CELL.height;
  return piecesOf(line)
    .map(({ at, shown, css }) => {
      const x = PADDING + at * CELL.width;
      const length = widthOf(shown) * CELL.width;
      return `<text x="${x.toFixed(1)}" y="${y}" textLength="${length.toFixed(1)}" ${css}>${escaped(shown)}</text>`;
    })
    .join("");
});

console.log(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>ga in a terminal</title>
<rect width="100%" height="100%" rx="6" fill="${ground}"/>
<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" fill="${text}" xml:space="preserve" lengthAdjust="spacingAndGlyphs">
${rows.join("\n")}
</g>
</svg>`);

/** Runs of characters that look alike. */
function piecesOf(line) {
  const pieces = [];
  let at = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  for (const [, codes, shown] of line.matchAll(/\u001b\[([\d;]*)m|([^\u001b]+)/g)) {
    if (codes !== undefined) for (const code of codes.split(";")) apply(Number(code || 0));
    if (!shown) continue;
    if (shown.trim()) pieces.push({ at, shown, css: cssOf(style) });
    at += widthOf(shown);
  }
  return pieces;
}

function apply(code) {
  if (code === 0) style = {};
  else if (code === 1) style = { ...style, bold: true };
  else if (code === 2) style = { ...style, dim: true };
  else if (code === 3) style = { ...style, italic: true };
  else if (code === 4) style = { ...style, underline: true };
  else if (code === 22) style = { ...style, bold: false, dim: false };
  else if (code >= 30 && code <= 37) style = { ...style, colour: colours[code - 30] };
  else if (code === 39) style = { ...style, colour: undefined };
}

function cssOf({ bold, dim, italic, underline, colour }) {
  const attributes = [
    bold && 'font-weight="bold"',
    dim && 'opacity="0.6"',
    italic && 'font-style="italic"',
    underline && 'text-decoration="underline"',
    colour && `fill="${colour}"`,
  ];
  return attributes.filter(Boolean).join(" ");
}

/** Wide characters take two cells. */
function widthOf(shown) {
  return [...shown].reduce(
    (sum, character) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
        character,
      )
        ? 2
        : 1),
    0,
  );
}

function escaped(shown) {
  return shown
    .replaceAll(" ", "\u00a0")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
