/** The extensions page with the three places to look at, drawn: the same in light and dark, and in every language. */
export function setupPicture(folder: string): string {
  const name = folder.split(/[/\\]/).filter(Boolean).slice(-2).join("/");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 380" role="img" font-family="system-ui, sans-serif"
  aria-label="The extensions page: 1 its address, 2 the switch Developer mode, 3 the button Load unpacked">
  <rect x="4" y="4" width="752" height="372" rx="12" fill="#f5f6f8" stroke="#9aa3ad" stroke-width="2"/>
  <rect x="4" y="4" width="752" height="52" rx="12" fill="#dfe3e8"/>
  <rect x="96" y="15" width="560" height="30" rx="15" fill="#fff"/>
  <text x="116" y="35" font-size="15" fill="#1b1f24">chrome://extensions</text>
  ${badge(72, 30, 1)}
  <text x="32" y="94" font-size="19" fill="#1b1f24">Extensions</text>
  <text x="540" y="93" font-size="15" fill="#1b1f24">Developer mode</text>
  <rect x="668" y="79" width="44" height="20" rx="10" fill="#1a73e8"/><circle cx="702" cy="89" r="8" fill="#fff"/>
  ${badge(520, 88, 2)}
  <rect x="32" y="116" width="132" height="34" rx="17" fill="#fff" stroke="#1a73e8" stroke-width="2"/>
  <text x="98" y="138" font-size="14" fill="#1a73e8" text-anchor="middle">Load unpacked</text>
  <text x="184" y="138" font-size="14" fill="#8a929b">Pack extension</text>
  ${badge(30, 116, 3)}
  <path d="M98 156 V192" stroke="#cf222e" stroke-width="3"/><path d="M90 184 L98 196 L106 184" fill="#cf222e"/>
  <rect x="32" y="204" width="420" height="144" rx="8" fill="#fff" stroke="#9aa3ad"/>
  <text x="48" y="230" font-size="14" fill="#57606a">Choose the folder</text>
  <path d="M52 256 h22 l6 8 h38 v34 h-66 z" fill="#f2b84b"/>
  <text x="132" y="284" font-size="15" fill="#1b1f24">${escapeText(name)}</text>
  <rect x="352" y="308" width="84" height="28" rx="6" fill="#1a73e8"/>
  <text x="394" y="327" font-size="14" fill="#fff" text-anchor="middle">Select</text>
  <rect x="480" y="204" width="244" height="144" rx="10" fill="#fff" stroke="#9aa3ad"/>
  <rect x="500" y="224" width="40" height="40" rx="9" fill="#1f3a5f"/>
  <path d="M511 232 v24 l6 -5 l4 8 l4 -2 l-4 -8 h8 z" fill="#fff"/>
  <text x="552" y="250" font-size="16" fill="#1b1f24">GenericAgent</text>
  <text x="500" y="292" font-size="13" fill="#57606a">Done: it connects by itself.</text>
  <rect x="668" y="318" width="36" height="16" rx="8" fill="#1a73e8"/><circle cx="696" cy="326" r="6" fill="#fff"/>
</svg>`;
}

const badge = (x: number, y: number, number: number): string =>
  `<circle cx="${x}" cy="${y}" r="14" fill="#cf222e"/>` +
  `<text x="${x}" y="${y + 6}" font-size="17" font-weight="bold" fill="#fff" text-anchor="middle">${number}</text>`;

const escapeText = (text: string): string => text.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`);
