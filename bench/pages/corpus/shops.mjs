import { HEADER_CSS, page, siteFooter, siteHeader, writer } from "./text.mjs";

const card = (w, i) => {
  const name = w.title(4);
  return `<li class="card"><a href="/p/${i}"><img alt="${name}" width="200" height="120" src="data:,"></a><h3><a href="/p/${i}">${name}</a></h3>
<span class="sr">Rated</span><span aria-label="${(w.number(20) + 30) / 10} of 5 stars">★★★★☆</span> <a href="/p/${i}#reviews">${w.number(400)} reviews</a><div><b>${w.price()}</b> <s>${w.price()}</s></div>
<button>Add to cart</button><button class="icon" aria-label="Save ${name}"><svg width="16" height="16"></svg></button></li>`;
};

export function shop(seed, count = 36) {
  const w = writer(seed);
  return page(
    w.title(2),
    `${HEADER_CSS}.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px;list-style:none}.filters{width:220px}.real{position:absolute;opacity:0}`,
    `${siteHeader(w)}<div class="wrap row"><aside class="filters"><h2>Filter</h2>${w.times(4, () => `<fieldset><legend>${w.title(1)}</legend>${w.times(5, (i) => `<label><input type="checkbox" class="real"${i === 1 ? " checked" : ""}><span class="box"></span>${w.phrase(2)} (${w.number(90)})</label><br>`).join("")}</fieldset>`).join("")}
<label for="max">Price up to</label><input type="range" id="max" min="0" max="500" value="300"></aside><main id="main"><h1>${w.title(2)}</h1><p>${w.number(300)} products</p>
<label>Sort by <select><option>Relevance<option selected>Price<option>Newest<option>Rating</select></label><ul class="grid">${w.times(count, (i) => card(w, i)).join("")}</ul>
<nav aria-label="Pages"><a aria-current="page" href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=3">3</a> <a href="?p=2" aria-label="Next page">›</a></nav></main></div>${siteFooter(w)}`,
  );
}

export function product(seed) {
  const w = writer(seed);
  const name = w.title(5);
  return page(
    name,
    `${HEADER_CSS}.thumbs img{cursor:pointer}.panel{display:none}.panel.on{display:block}.swatch{display:inline-block;width:30px;height:30px;cursor:pointer}`,
    `${siteHeader(w)}<div class="wrap" id="main"><nav aria-label="Breadcrumb"><a href="/">Home</a> / <a href="/c">${w.title(1)}</a> / <span>${name}</span></nav><div class="row"><div class="thumbs"><img alt="${name} from the front" width="400" height="300" src="data:,">${w.times(4, (i) => `<img alt="View ${i + 1}" width="60" height="60" src="data:,">`).join("")}</div>
<div><h1>${name}</h1><p>${w.price()}</p><p>${w.paragraph(2)}</p><div role="radiogroup" aria-label="Size">${["S", "M", "L", "XL"].map((size, i) => `<label><input type="radio" name="size"${i === 1 ? " checked" : ""}${i === 3 ? " disabled" : ""}> ${size}</label> `).join("")}</div>
<div>${["Red", "Green", "Blue"].map((color) => `<span class="swatch" title="${color}" style="background:${color}"></span>`).join("")}</div><label for="n">Quantity</label> <input id="n" type="number" value="1" min="1"> <button>Add to cart</button> <div class="wish" style="cursor:pointer">Remember for later</div></div></div>
<div role="tablist">${["Description", "Details", "Reviews"].map((tab, i) => `<button role="tab" aria-selected="${i === 0}">${tab}</button>`).join("")}</div><div class="panel on">${w.times(4, () => `<p>${w.paragraph(4)}</p>`).join("")}</div><div class="panel">${w.paragraph(5)}</div><div class="panel">${w.paragraph(9)}</div>
<h2>Others also bought</h2><div class="row">${w.times(5, (i) => `<div><a href="/o/${i}"><img alt="" width="100" height="80" src="data:,"><div>${w.title(3)}</div><div>${w.price()}</div></a></div>`).join("")}</div></div>${siteFooter(w)}`,
  );
}

export function searchResults(seed, count = 12) {
  const w = writer(seed);
  return page(
    "Search",
    `.res{max-width:650px;margin-bottom:24px}cite{font-size:13px}`,
    `<form class="wrap"><input name="q" aria-label="Search" value="${w.phrase(3)}"><button type="button" aria-label="Clear">×</button><button aria-label="Search">🔍</button></form><div class="wrap"><div role="navigation">${["All", "Images", "News", "Maps", "More"].map((tab) => `<a href="/${tab}">${tab}</a> `).join("")}</div><p>About ${w.number(90)},${w.number(900) + 100},000 results</p><main>
${w.times(count, (i) => `<div class="res"><a href="https://site${i}.example/${i}"><br><h3>${w.title(6)}</h3><cite>https://site${i}.example › ${w.phrase(1)}</cite></a><div><span>${w.number(20) + 1} Apr 2026 — </span><span>${w.paragraph(2)} <em>${w.phrase(2)}</em> ${w.phrase(3)} ...</span></div>${i % 4 === 0 ? `<div>${w.times(4, (j) => `<a href="/sub${i}${j}">${w.title(2)}</a> · `).join("")}</div>` : ""}</div>`).join("")}
</main><h2>People also ask</h2>${w.times(4, () => `<div role="button" tabindex="0" aria-expanded="false" style="cursor:pointer">${w.title(6)}?</div>`).join("")}<table><tr>${w.times(10, (i) => `<td><a href="?s=${i}" aria-label="Page ${i + 1}">${i + 1}</a></td>`).join("")}<td><a href="?s=next">Next</a></td></tr></table></div>`,
  );
}

export function portal(seed) {
  const w = writer(seed);
  const teaser = (i) =>
    `<article class="t"><a href="/n/${i}"><img alt="${w.phrase(4)}" width="150" height="80" src="data:,"><h3>${w.title(7)}</h3><p>${w.sentence()}</p></a><footer>${w.number(59)} min · <a href="/c/${i}">${w.number(300)} comments</a></footer></article>`;
  return page(
    w.title(2),
    `${HEADER_CSS}.g{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}.t a{color:inherit;text-decoration:none}.tick{overflow:hidden;white-space:nowrap;width:600px}.car{overflow:hidden;width:600px;display:flex}.car>div{flex:0 0 600px}`,
    `${siteHeader(w)}<div class="wrap" id="main"><div class="car">${w.times(4, () => `<div><h2><a href="/top/${w.number(99)}">${w.title(6)}</a></h2><p>${w.sentence()}</p></div>`).join("")}</div><button aria-label="Previous slide">‹</button><button aria-label="Next slide">›</button>
${w.times(5, (s) => `<section><h2><a href="/s/${s}">${w.title(1)} ${s}</a></h2><div class="g">${w.times(8, (i) => teaser(s * 10 + i)).join("")}</div></section>`).join("")}</div>${siteFooter(w)}`,
  );
}
