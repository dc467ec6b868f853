import { form } from "./forms.mjs";
import { HEADER_CSS, page, siteHeader, writer } from "./text.mjs";

const attribute = (html) => html.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

export function frames(seed) {
  const w = writer(seed);
  const inner = page(
    "Inner",
    "",
    `<h2>${w.title(3)}</h2>${w.times(5, () => `<p>${w.paragraph(3)}</p>`).join("")}<label>Name <input></label> <button>Send</button>`,
  );
  return page(
    w.title(2),
    `${HEADER_CSS}iframe{width:700px;height:300px;display:block}`,
    `${siteHeader(w)}<main class="wrap" id="main"><h1>${w.title(3)}</h1><p>${w.paragraph(3)}</p><iframe title="Contact" srcdoc="${attribute(inner)}"></iframe><p>${w.paragraph(3)}</p></main>`,
  );
}

export const framedForm = (seed) =>
  page(
    "Framed",
    "iframe{width:1000px;height:700px;border:0}",
    `<h1>Portal</h1><nav><a href="/a">Start</a> <a href="/b">Help</a></nav><iframe srcdoc="${attribute(form(seed))}"></iframe>`,
  );

export function shadowCards(seed) {
  const w = writer(seed);
  const card = (i) =>
    `<x-card><template shadowrootmode="open"><style>:host{display:block;border:1px solid;margin:8px}.t{font-weight:bold}</style><div class="t"><slot name="title"></slot></div><slot></slot><div><button>Open ${i}</button> <slot name="foot"><a href="/more">More</a></slot></div></template><p>${w.paragraph(2)}</p><span slot="title">${w.title(3)}</span>${i % 2 ? `<a slot="foot" href="/f${i}">${w.title(2)}</a>` : ""}</x-card>`;
  return page(
    "Cards",
    HEADER_CSS,
    `${siteHeader(w)}<main class="wrap" id="main"><h1>${w.title(2)}</h1>${w.times(12, card).join("")}</main>`,
  );
}

/** Real web components, served from a package. */
export function shoelace(seed) {
  const w = writer(seed);
  const base = "/node_modules/@shoelace-style/shoelace/cdn";
  return page(
    "Components",
    "",
    `<link rel="stylesheet" href="${base}/themes/light.css"><script type="module" src="${base}/shoelace-autoloader.js"></script><main class="wrap"><h1>Components</h1><sl-tab-group><sl-tab slot="nav" panel="a">${w.title(1)}</sl-tab><sl-tab slot="nav" panel="b">${w.title(1)} two</sl-tab><sl-tab-panel name="a">${w.paragraph(2)}</sl-tab-panel><sl-tab-panel name="b">${w.paragraph(2)}</sl-tab-panel></sl-tab-group>
<sl-input label="Name" value="${w.title(1)}"></sl-input><sl-textarea label="Message"></sl-textarea><sl-select label="Color" value="red"><sl-option value="red">Red</sl-option><sl-option value="blue">Blue</sl-option></sl-select><sl-checkbox checked>Remember me</sl-checkbox><sl-switch>Notify</sl-switch><sl-radio-group label="Size" value="m"><sl-radio value="s">Small</sl-radio><sl-radio value="m">Medium</sl-radio></sl-radio-group>
<sl-button variant="primary">Save</sl-button><sl-button disabled>Later</sl-button><sl-details summary="Details">${w.paragraph(2)}</sl-details><sl-card><div slot="header">${w.title(2)}</div>${w.paragraph(1)}</sl-card><sl-tree><sl-tree-item expanded>Fruit<sl-tree-item>Apple</sl-tree-item></sl-tree-item></sl-tree><sl-alert open>${w.sentence()}</sl-alert><sl-breadcrumb><sl-breadcrumb-item href="/">Home</sl-breadcrumb-item><sl-breadcrumb-item>Here</sl-breadcrumb-item></sl-breadcrumb></main>`,
  );
}

export const shoelaceDialog = (seed) =>
  shoelace(seed).replace(
    "</main>",
    `</main><sl-dialog label="Leave the page?" open><p>${writer(seed).sentence()}</p><sl-button slot="footer">Stay</sl-button><sl-button slot="footer" variant="primary">Leave</sl-button></sl-dialog>`,
  );
