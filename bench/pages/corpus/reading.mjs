import { HEADER_CSS, page, siteFooter, siteHeader, writer } from "./text.mjs";

const sections = (w, count, paragraphs) =>
  w
    .times(
      count,
      (i) =>
        `<h2 id="s${i}">${w.title(4)}</h2>${w.times(paragraphs, () => `<p>${w.paragraph(4)} <a href="/r/${w.number(999)}">${w.phrase(3)}</a> ${w.sentence()} <em>${w.phrase(2)}</em><sup><a href="#n${i}">[${i + 1}]</a></sup></p>`).join("")}`,
    )
    .join("");

export function article(seed) {
  const w = writer(seed);
  return page(
    w.title(5),
    `${HEADER_CSS}.side{width:260px}figure{margin:0}.share a{margin-right:8px}`,
    `${siteHeader(w)}<div class="wrap row"><main id="main"><article><h1>${w.title(6)}</h1><p class="by">By <a href="/a">${w.title(2)}</a> · <time>3 May 2026</time></p>
<div class="share"><a href="/s1" aria-label="Share by mail"><svg width="16" height="16"></svg></a><a href="/s2" title="Copy link"><svg width="16" height="16"></svg></a></div>
<figure><img alt="${w.phrase(5)}" width="600" height="200" src="data:,"><figcaption>${w.sentence()}</figcaption></figure>${sections(w, 6, 4)}
<blockquote>${w.paragraph(2)}</blockquote><ol>${w.times(5, () => `<li>${w.sentence()}</li>`).join("")}</ol></article></main>
<aside class="side"><h3>Most read</h3><ul>${w.times(8, () => `<li><a href="/x${w.number(999)}">${w.title(6)}</a></li>`).join("")}</ul></aside></div>${siteFooter(w)}`,
  );
}

export function blogWithComments(seed) {
  const w = writer(seed);
  return page(
    w.title(4),
    `${HEADER_CSS}.reply{margin-left:30px}.clamp{display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden}`,
    `${siteHeader(w)}<div class="wrap" id="main"><h1>${w.title(5)}</h1>${w.times(12, () => `<p>${w.paragraph(5)}</p>`).join("")}<h2>${w.number(90)} comments</h2>
${w.times(15, (i) => `<div class="${i % 3 ? "reply" : ""}"><b>${w.title(2)}</b> <span>${w.number(20) + 1} hours ago</span><div>${w.paragraph(2)}</div><button>Reply</button> <button aria-pressed="${i % 4 === 0}">Like ${w.number(50)}</button></div>`).join("")}
<form><label>Your comment<textarea rows="3"></textarea></label><label><input type="checkbox"> Tell me about replies</label><button>Post</button></form></div>${siteFooter(w)}`,
  );
}

export function documentation(seed) {
  const w = writer(seed);
  const code = w
    .times(
      9,
      (i) => `${"  ".repeat(i % 3)}const ${w.phrase(1)}${i} = await ${w.phrase(1)}(${i}, "${w.phrase(2)}");`,
    )
    .join("\n");
  return page(
    w.title(3),
    `${HEADER_CSS}.nav{width:240px;position:sticky;top:60px;height:90vh;overflow:auto}pre{background:#f6f6f6;padding:8px;overflow:auto}.copy{position:absolute;right:4px;top:4px;opacity:0}pre{position:relative}`,
    `${siteHeader(w)}<div class="wrap row"><nav class="nav"><ul>${w.times(30, (i) => `<li><a href="/doc/${i}"${i === 4 ? ' aria-current="page"' : ""}>${w.title(2)}</a></li>`).join("")}</ul></nav>
<main id="main"><h1>${w.title(3)}</h1><p>${w.paragraph(3)}</p>${w
      .times(
        6,
        (
          i,
        ) => `<h2>${w.title(3)} <a class="sr" href="#h${i}">Permalink</a></h2><p>${w.paragraph(3)} <code>${w.phrase(1)}.${w.phrase(1)}()</code></p><pre><button class="copy">Copy</button><code>${code}</code></pre>
<table><thead><tr><th>Option</th><th>Type</th><th>Default</th><th>Meaning</th></tr></thead><tbody>${w.times(6, () => `<tr><td><code>${w.phrase(1)}</code></td><td>string</td><td>"${w.phrase(1)}"</td><td>${w.sentence()}</td></tr>`).join("")}</tbody></table>`,
      )
      .join("")}
<details><summary>Older versions</summary><p>${w.paragraph(3)}</p></details><p><a href="/p">Previous: ${w.title(2)}</a> <a href="/n">Next: ${w.title(2)}</a></p></main></div>`,
  );
}

export function wiki(seed) {
  const w = writer(seed);
  return page(
    w.title(2),
    `.side{width:180px}.info{float:right;width:260px;border:1px solid #aaa}.mw-edit{font-size:12px}`,
    `<div class="row"><div class="side"><a href="/"><img alt="Wiki" width="80" height="80" src="data:,"></a><ul>${w.times(14, () => `<li><a href="/w/${w.number(99)}">${w.title(2)}</a></li>`).join("")}</ul></div>
<div id="content"><ul class="row"><li><a href="?a">Article</a></li><li><a href="?t">Talk</a></li><li><a href="?e">Edit</a></li><li><a href="?h">View history</a></li></ul><h1>${w.title(2)}</h1>
<table class="info"><tr><th colspan="2">${w.title(2)}</th></tr>${w.times(9, () => `<tr><th>${w.title(1)}</th><td>${w.phrase(3)} <a href="/i">${w.phrase(1)}</a></td></tr>`).join("")}</table>
<div id="toc"><b>Contents</b><ul>${w.times(8, (i) => `<li><a href="#s${i}">${i + 1} ${w.title(3)}</a></li>`).join("")}</ul></div>${sections(w, 8, 4)}
<h2>References</h2><ol>${w.times(30, (i) => `<li id="n${i}"><a href="#r${i}">^</a> ${w.title(4)}. <a href="https://example.org/${i}">${w.title(3)}</a>, ${1950 + i}.</li>`).join("")}</ol></div></div>`,
  );
}

export function cjk(seed) {
  const w = writer(seed);
  return page(
    w.hanzi(6),
    `.side{width:240px}.tab{display:none}.tab.on{display:block}`,
    `<nav class="wrap row">${w.times(12, () => `<a href="/c/${w.number(99)}">${w.hanzi(2)}</a>`).join("")}</nav><div class="wrap row"><main><h1>${w.hanzi(14)}</h1><p>${w.hanzi(3)} · 2026年5月3日 12:30</p>
${w.times(14, () => `<p>${w.times(4, w.hanziSentence).join("")}</p>`).join("")}<div role="tablist"><button role="tab" aria-selected="true">${w.hanzi(4)}</button><button role="tab">${w.hanzi(4)}</button></div>
<div class="tab on"><p>${w.hanziSentence()}</p></div><div class="tab"><p>${w.hanziSentence()}</p></div></main>
<aside class="side"><h3>${w.hanzi(4)}</h3><ol>${w.times(10, () => `<li><a href="/h/${w.number(999)}">${w.hanzi(12)}</a></li>`).join("")}</ol></aside></div>`,
    "zh",
  );
}

export function longDocument(seed) {
  const w = writer(seed);
  return page(w.title(3), "", `<main><h1>${w.title(4)}</h1>${sections(w, 90, 14)}</main>`);
}
