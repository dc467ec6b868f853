/** Words for pages, the same in each run. */
const WORDS =
  `the of and a to in is that for it as was with be by on not he his but at are this have from or had an they which one
  you were all her she there would their we him been has when who will no more if out so up said what its about than
  into them can only other time new some could these two may first then do any like my now over such our man me even
  most made after also did many before must through years where much your way well down should because long each just
  state those people too mr how little good world make very year still see work life being between both under great
  house city water light road school market price report team river summer winter garden engine paper window travel
  company service account energy history science music health island mountain station library bridge village forest`.split(
    /\s+/,
  );

const HANZI =
  "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运";

export function writer(seed) {
  let state = seed * 2654435761 + 1;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) | 0;
    return (state >>> 0) / 2 ** 32;
  };
  const pick = (list) => list[Math.floor(next() * list.length)];
  const times = (count, make) => Array.from({ length: count }, (_, index) => make(index));
  const phrase = (count) => times(count, () => pick(WORDS)).join(" ");
  const title = (count = 3) => phrase(count).replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  const capital = (text) => text[0].toUpperCase() + text.slice(1);
  const sentence = () => `${capital(phrase(6 + Math.floor(next() * 12)))}.`;
  const paragraph = (count = 4) => times(count, sentence).join(" ");
  const hanzi = (count) => times(count, () => pick([...HANZI])).join("");
  const hanziSentence = () =>
    `${hanzi(8 + Math.floor(next() * 20))}，${hanzi(6 + Math.floor(next() * 12))}。`;
  const number = (max) => Math.floor(next() * max);
  const price = () => `$${number(900) + 10}.${String(number(99)).padStart(2, "0")}`;
  return { next, pick, times, phrase, title, sentence, paragraph, hanzi, hanziSentence, number, price };
}

export const page = (
  title,
  css,
  body,
  lang = "en",
) => `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>
<style>body{margin:0;font:16px/1.5 sans-serif;color:#222}a{color:#06c}.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap}
.wrap{max-width:1100px;margin:0 auto;padding:0 16px}.row{display:flex;gap:16px}header.top{position:sticky;top:0;background:#fff;border-bottom:1px solid #ccc;z-index:5}
button{cursor:pointer}${css}</style></head><body>${body}</body></html>`;

const icon = (name) => `<svg width="20" height="20" aria-hidden="true"><use href="#icon-${name}"/></svg>`;

/** A header as sites have it: skip link, logo, menu with hidden panels, search, icon buttons, hidden drawer. */
export function siteHeader({ title, times, phrase }) {
  const menu = times(
    6,
    (index) =>
      `<li class="mi"><a href="/m${index}">${title(1)} ${index}</a><div class="mega">${times(
        8,
        (sub) => `<a href="/m${index}/${sub}">${title(2)}</a>`,
      ).join("")}</div></li>`,
  ).join("");
  return `<a class="sr" href="#main">Skip to content</a><header class="top"><div class="wrap row"><a href="/" class="logo"><img alt="${title(2)}" width="90" height="30" src="data:,"></a>
<nav><ul class="menu">${menu}</ul></nav><form role="search"><label class="sr" for="q">Search the site</label><input id="q" type="search" placeholder="Search"><button aria-label="Submit search">${icon("search")}</button></form>
<button class="icon" aria-label="Account">${icon("user")}</button><button class="icon" title="Cart">${icon("cart")}<span class="badge">3</span></button></div></header>
<aside class="drawer">${times(12, () => `<a href="/d">${phrase(3)}</a>`).join("")}</aside>`;
}

export const HEADER_CSS = `.menu{display:flex;gap:12px;list-style:none;padding:0}.mi{position:relative}.mega{display:none;position:absolute;background:#fff}.mi:hover .mega{display:block}
.drawer{position:fixed;left:-320px;top:0;width:300px;bottom:0;background:#eee}.icon{background:none;border:0}.badge{font-size:11px}`;

export const siteFooter = ({ title, times, phrase }) =>
  `<footer><div class="wrap row">${times(
    4,
    () =>
      `<div><h4>${title(2)}</h4><ul>${times(6, () => `<li><a href="/${phrase(1)}">${phrase(2)}</a></li>`).join("")}</ul></div>`,
  ).join("")}</div><p class="wrap"><small>© 2026 ${title(2)}. ${phrase(6)}</small></p></footer>`;
