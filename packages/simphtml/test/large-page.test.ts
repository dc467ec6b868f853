import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Chromium, openChromium } from "./chromium.js";

let chromium: Chromium;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium?.close());

/** Enough elements that styles are read only where a rule may have changed them. */
const FILLER = `<div hidden>${"<i></i>".repeat(2_000)}</div>`;

/** Each hides, cuts, lays out or makes clickable in another way. */
const PAGES: Record<string, string> = {
  "a rule by class": `<style>.x{visibility:hidden}.y{visibility:visible}</style><p class="x">a <b>b</b> <b class="y">c</b></p>`,
  "a rule under a condition": `<style>@media (min-width:1px){@supports (display:grid){b:nth-child(2){opacity:0}}}</style><p><b>a</b><b>b</b></p>`,
  "nested rules": `<style>p{color:red;& b{display:none}}</style><p>a <b>b</b> c</p>`,
  "scoped rules": `<style>@scope (section) to (i){b{display:none}}</style><section>a <b>b</b></section><b>c</b>`,
  "an inline style": `<p>a <b style="display:none">b</b> <span style="display:block">c</span> d</p>`,
  "text that is moved away": `<style>.m{text-indent:-9999px}</style><p class="m">a</p><p>b</p>`,
  "children of flex and grid": `<style>.f{display:flex}</style><div class="f"><span>a</span><span>b</span></div><p>c <span>d</span></p>`,
  floats: `<style>b{float:left}</style><p>a <b>b</b> c</p>`,
  "a clipped part": `<style>.c{height:0;overflow:hidden}</style><div class="c"><p>a</p></div><p>b</p>`,
  "a fixed part out of sight": `<style>.d{position:fixed;left:-900px}</style><div class="d"><p>a</p></div><p>b</p>`,
  "clickable by the cursor alone": `<style>.k{cursor:pointer}</style><p>a <span class="k">b</span></p>`,
  "white space": `<style>.w{white-space:pre}</style><div class="w">a   b\nc</div><p>a   b\nc</p>`,
  "a shadow root and what is slotted": `<x-h><template shadowrootmode="open"><style>::slotted(b){display:none}i{opacity:0}</style><i>a</i><slot></slot></template><b>b</b><em>c</em></x-h>`,
  "a host that hides itself": `<div><template shadowrootmode="open"><style>:host{display:none}</style><slot></slot></template><p>a</p></div><p>b</p>`,
  "a frame with its own rules": `<iframe srcdoc="<style>b{display:none}</style><p>a <b>b</b></p>"></iframe><p>c <b>d</b></p>`,
  "a table of plain cells": `<style>td:nth-child(3){display:none}tr.off{visibility:hidden}.sr{position:absolute;left:-9999px}.moved{position:relative;left:-9999px}</style><table><tr><td>1</td><td>a</td><td>b</td><td><i class="sr">c</i><b class="moved">d</b>e</td></tr><tr class="off"><td>f</td></tr><tr style="display:none"><td>g</td></tr><tr><td>2</td><td>h</td></tr></table>`,
  "blocks in blocks, one moved": `<style>.m{margin-left:-9999px}.t{transform:translateX(-9999px)}</style><div><p>a</p><p class="m">b</p><p>c <span class="t">d</span><i style="position:absolute;top:-99px">e</i></p></div>`,
  "text that its block does not hold": `<style>.n{direction:rtl;width:9px;white-space:nowrap}.z{font-size:0}.l{letter-spacing:-99px}</style><div><p class="n">a long line that reaches out of the page</p><p><i class="z">b</i>c</p><p class="l">d</p></div>`,
  "a page cut to the right": `<style>html{overflow-x:hidden}p{white-space:nowrap}</style><div><p>a <span>${"&nbsp;".repeat(500)}</span> <b>b</b></p></div>`,
  "a box with its own scroll bar": `<style>.s{overflow:auto;width:90px;height:40px}.h{overflow:hidden;height:20px}</style><div class="s"><p>a</p><p>b</p><p>c</p></div><div class="h"><p>d</p><p>e</p><p>f</p></div>`,
  "something over a control": `<style>#o{position:absolute;left:0;top:0;width:400px;height:90px;background:#eee}</style><button>a</button><p style="margin-top:200px"><button>b</button></p><div id="o"></div>`,
  "something unseen over a control": `<style>#w{opacity:0}#o{position:absolute;left:0;top:0;width:400px;height:90px}</style><button>a</button><p style="margin-top:200px"><button>b</button></p><div id="w"><div id="o">c</div></div>`,
  "something pulled over a control": `<style>#o{margin-top:-40px;height:60px;background:#eee;position:relative}</style><button>a</button><div id="o"></div><button>b</button>`,
  "a pseudo-element over a control": `<style>#c{position:relative}#c::after{content:"";position:absolute;inset:0}</style><div id="c"><button>a</button></div><button>b</button>`,
  "fields and buttons under a cursor, and hidden ones": `<style>.k{cursor:pointer}.n{cursor:default}</style><div class="k"><label>a <input value="b"></label> <button>c</button> <img alt="d" width="9" height="9" src="data:,"> <span class="n">e</span></div><input type="hidden" value="f"><input type="image" alt="g"><select><option>h</select><button hidden>i</button><p>j</p>`,
  "cells with text of several nodes": `<table><tr><td>a<!-- x -->b</td><td>  </td><td><pre>c  d</pre></td></tr><tr><td><br></td><td>e</td></tr></table><details>f</details><details open>g</details>`,
  "a shade over the page": `<style>.s{position:fixed;inset:0;background:rgba(0,0,0,.5)}.s p{margin:200px}</style><button>a</button><p>b</p><div class="s"><p>c <button>d</button></p></div>`,
  "a shade that a small fixed box holds": `<style>.f{position:fixed;left:0;top:0;width:0;height:0}.s{width:100vw;height:100vh;background:rgba(0,0,0,.5)}</style><button>a</button><p>b</p><div class="f"><div class="s"><button>c</button></div></div>`,
  "a shade in a shadow root": `<p>a</p><x-h><template shadowrootmode="open"><style>div{position:fixed;inset:0;background:rgba(0,0,0,.5)}</style><div><button>b</button></div></template></x-h>`,
  "an open dialog as a shade": `<style>dialog{width:100vw;height:100vh;max-width:none;max-height:none;background:#fff;inset:0;box-sizing:border-box}</style><button>a</button><dialog open><button>b</button></dialog>`,
  "a layout table with a table of data in it": `<table><tr><td><h2>a</h2></td><td><table><tr><td>b</td><td>c</td></tr></table></td></tr><tr><td>d</td><td>e</td></tr></table>`,
  "an animation": `<style>@keyframes k{from,to{opacity:0}}p{animation:k 9s infinite}</style><p>a</p><div>b</div>`,
};

describe("a large page reads like a small one", () => {
  it.each(Object.entries(PAGES))("%s", async (_, html) => {
    const small = await (await chromium.load(html)).scan();
    const large = await (await chromium.load(`${FILLER}${html}`)).scan();
    expect(large.text).toBe(small.text);
    expect(small.text).not.toBe("");
  });

  it("a style sheet that a script adopted", async () => {
    const adopt = `<script>const s = new CSSStyleSheet(); s.replaceSync("b{display:none}"); document.adoptedStyleSheets = [s]</script>`;
    const { scan } = await chromium.load(`${FILLER}<p>a <b>b</b></p>${adopt}`);
    expect((await scan()).text).toBe("a");
  });
});
