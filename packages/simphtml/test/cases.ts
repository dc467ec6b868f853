/** The smallest pages that break other pruners, by the number of their case. */
const rows = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<tr><td>row ${i + 1}</td><td>value ${i + 1}</td></tr>`).join("");

export const LONG_TABLE = `<title>Rows</title><h1>Rows</h1><table>${rows(2000)}</table>`;

export const TALL_CARDS = `<h1>Cards</h1>${Array.from(
  { length: 200 },
  (_, i) =>
    `<div style="height:300px"><h2>Card ${i + 1}</h2><p>Text of card ${i + 1}</p><button>Open</button></div>`,
).join("")}`;

export const LONG_ARTICLE = `<article>${Array.from(
  { length: 500 },
  (_, i) => `<p>Paragraph number ${i + 1} says something that no other paragraph of this article says.</p>`,
).join("")}</article>`;

export const LONG_SELECT = `<label for="c">Country</label><select id="c">${Array.from(
  { length: 200 },
  (_, i) => `<option value="v${i + 1}"${i === 149 ? " selected" : ""}>Country ${i + 1}</option>`,
).join("")}</select>`;

export const HIDDEN_INPUTS = `<style>.real { opacity: 0; position: absolute }</style>
  <label for="up">Upload photo</label><input type="file" id="up" style="display:none">
  <label><input type="checkbox" class="real" style="opacity:0" checked><span>Accept terms</span></label>
  <label><input type="radio" name="r" style="opacity:0"><span>By mail</span></label>`;

export const DIALOG_IN_ARIA_HIDDEN = `<div aria-hidden="true"><p>Page text</p><button>Page button</button>
  <div role="dialog" aria-modal="true" style="position:fixed; inset:0; background:rgba(0,0,0,.5)">
  <div style="margin:200px; background:#fff"><h2>Delete it?</h2><button>Yes, delete</button></div></div></div>`;

export const OVERLAY = `<main><p>Text under the overlay</p><button>Buy now</button></main>
  <div id="ov" style="position:fixed; inset:0; background:rgba(0,0,0,.6); color:#fff"><p>Please wait for us</p></div>`;

export const POPUP = `<button style="position:absolute; left:100px; top:100px">Buy now</button>
  <button style="position:absolute; left:600px; top:100px">Sell now</button>
  <div id="pop" style="position:absolute; left:50px; top:50px; width:300px; height:200px; background:#fff">Popup</div>`;

export const NESTED_ARTICLE = `<article><div><div>First paragraph stands in two nested divs.</div></div>
  <p class="football">The football club won again.</p><p>And the last one.</p></article>`;
