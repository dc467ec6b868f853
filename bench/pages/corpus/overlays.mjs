import { article, blogWithComments } from "./reading.mjs";
import { shop } from "./shops.mjs";
import { writer } from "./text.mjs";

const over = (html, css, body, script = "") =>
  html
    .replace("</head>", `<style>${css}</style></head>`)
    .replace("</body>", `${body}${script ? `<script>${script}</script>` : ""}</body>`);

const consent = (w) =>
  `<h2>We value your privacy</h2><p>${w.paragraph(3)} <a href="/privacy">Privacy policy</a></p><button>Accept all</button> <button>Reject all</button> <button>Settings</button>`;

export const cookieWall = (seed) =>
  over(
    article(seed),
    ".bd{position:fixed;inset:0;background:rgba(0,0,0,.6);z-index:99}.cm{position:fixed;left:30%;top:30%;width:40%;background:#fff;z-index:100;padding:20px}",
    `<div class="bd"></div><div class="cm">${consent(writer(seed))}</div>`,
  );

export const cookieBar = (seed) =>
  over(
    shop(seed),
    ".bar{position:fixed;left:0;right:0;bottom:0;background:#fff;border-top:1px solid;z-index:99;padding:10px}",
    `<div class="bar" role="dialog" aria-label="Cookies">${consent(writer(seed))}</div>`,
  );

export const nativeModal = (seed) =>
  over(
    shop(seed),
    "",
    `<dialog id="d"><h2>Confirm order</h2><p>${writer(seed).sentence()}</p><label>Note <input></label><button>Cancel</button><button>Place order</button></dialog>`,
    "document.getElementById('d').showModal()",
  );

export const wrappedModal = (seed) =>
  over(
    blogWithComments(seed),
    ".ov{position:fixed;inset:0;background:rgba(20,20,20,.4);display:flex;align-items:center;justify-content:center;z-index:50}.pa{background:#fff;padding:20px;width:400px;max-height:80vh;overflow:auto}",
    `<div class="ov"><div class="pa" role="dialog" aria-modal="true"><button aria-label="Close">×</button><h2>Subscribe</h2><p>${writer(seed).paragraph(2)}</p><input type="email" placeholder="Your e-mail"><button>Subscribe</button></div></div>`,
    "document.body.style.overflow='hidden'",
  );

export const pseudoShade = (seed) =>
  over(
    article(seed),
    "body.open::before{content:'';position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:40}.sheet{position:fixed;right:0;top:0;bottom:0;width:360px;background:#fff;z-index:41;padding:16px}",
    `<div class="sheet"><h2>Your cart</h2>${writer(seed)
      .times(3, (i) => `<div>Item ${i + 1} <button>Remove</button></div>`)
      .join("")}<button>Checkout</button></div>`,
    "document.body.classList.add('open')",
  );

export const openMenu = (seed) =>
  over(
    shop(seed),
    ".mi:nth-child(2) .mega{display:block!important;width:300px;z-index:20;border:1px solid}",
    "",
  );

export const dropdowns = (seed) => {
  const w = writer(seed);
  return over(
    blogWithComments(seed),
    ".pop{position:absolute;top:80px;right:40px;background:#fff;border:1px solid;z-index:30;width:220px}",
    `<div class="pop" role="menu">${w.times(8, (i) => `<div role="menuitem" tabindex="-1">${w.title(2)}</div>${i === 4 ? "<hr>" : ""}`).join("")}<div role="menuitemcheckbox" aria-checked="true">Show archived</div></div>`,
  );
};

export const heroShade = (seed) =>
  over(
    article(seed),
    ".hero{position:relative;height:100vh;background:#335;color:#fff}.hero::before{content:'';position:absolute;inset:0;background:rgba(0,0,0,.4)}.hero>*{position:relative}",
    "",
  ).replace(
    "<article>",
    `<article><div class="hero"><h2>${writer(seed).title(4)}</h2><a href="/go" style="color:#fff">Get started</a></div>`,
  );
