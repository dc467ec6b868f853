import { afterAll, beforeAll, expect, it } from "vitest";
import { elementOf, joinFrames } from "../src/index.js";
import * as cases from "./cases.js";
import { type Chromium, openChromium } from "./chromium.js";

interface CdpNode {
  backendNodeId: number;
  shadowRootType?: string;
  children?: CdpNode[];
  shadowRoots?: CdpNode[];
}

function findNode(node: CdpNode, wanted: (node: CdpNode) => boolean): CdpNode | undefined {
  if (wanted(node)) return node;
  for (const child of [...(node.shadowRoots ?? []), ...(node.children ?? [])]) {
    const found = findNode(child, wanted);
    if (found) return found;
  }
  return undefined;
}

let chromium: Chromium;
beforeAll(async () => {
  chromium = await openChromium();
});
afterAll(() => chromium?.close());

it("two scans are identical, and the page is as it was", async () => {
  const { scan, page } = await chromium.load(`${cases.HIDDEN_INPUTS}${cases.TALL_CARDS}${cases.POPUP}`);
  const before = await page.content();
  const first = await scan();
  expect(await scan()).toEqual(first);
  expect(await page.content()).toBe(before);
});

it("a page that redefines its built-ins and clobbers its forms reads like any other", async () => {
  const { scan } =
    await chromium.load(`<form><input name="firstChild" aria-label="One"><input name="localName" aria-label="Two">
    <input name="getAttribute" aria-label="Three"><input name="parentNode" aria-label="Four"><button name="nodeType">Go</button></form><p>Text</p>
    <script>
      Array.prototype.map = Array.prototype.filter = () => { throw new Error("no") };
      JSON.stringify = () => "{}"; Map = Set = undefined;
      Node.prototype.cloneNode = Element.prototype.getAttribute = () => null;
      Object.defineProperty(document, "querySelector", { get() { throw new Error("no") } });
    </script>`);
  const { text } = await scan();
  expect(text.split("\n")).toEqual(["[1_ One][2_ Two][3_ Three][4_ Four][5 Go]", "Text"]);
});

it("a handle is the same element from scan to scan, and null when it is gone", async () => {
  const { scan, inWorld, page } = await chromium.load("<button id=a>A</button> <button id=b>B</button>");
  expect((await scan()).text).toBe("[1 A][2 B]");
  await page.evaluate(() =>
    document.body.prepend(Object.assign(document.createElement("button"), { textContent: "New" })),
  );
  expect((await scan()).text).toBe("[3 New][1 A][2 B]");
  expect(await inWorld(`${elementOf("e2")}.id`)).toBe("b");
  await page.evaluate(() => document.getElementById("b")?.remove());
  expect(await inWorld(elementOf("e2"))).toBe(null);
  expect(await inWorld("simphtml.describe('e2')")).toBe("<button> B, no longer on the page");
  expect(await inWorld("simphtml.describe('e77')")).toBe("e77 is not known. Scan the page again.");
});

it("a driver passes closed shadow roots, and joins frames that the page cannot read", async () => {
  const { scan, session, contextId, page } = await chromium.load(`<div id="host"></div>
    <iframe sandbox title="Other" width="300" height="100" srcdoc="<button>Inside</button>"></iframe>`);
  await page.evaluate(() => {
    const root = document.getElementById("host")!.attachShadow({ mode: "closed" });
    root.innerHTML = "<button>Closed</button>";
  });
  const first = await scan();
  expect(first.text).toBe("[1 frame Other=304×104]");
  expect(first.frames).toEqual([{ handle: "e1", name: "Other" }]);

  const { root } = await session.send("DOM.getDocument", { depth: -1, pierce: true });
  const { backendNodeId } = findNode(root, ({ shadowRootType }) => shadowRootType === "closed")!;
  const { object } = await session.send("DOM.resolveNode", {
    backendNodeId,
    executionContextId: contextId,
  });
  await session.send("Runtime.callFunctionOn", {
    executionContextId: contextId,
    functionDeclaration: "(root) => simphtml.addShadowRoot(root)",
    arguments: [{ objectId: object.objectId! }],
  });
  const outer = await scan();
  expect(outer.text).toBe("[2 Closed]\n[1 frame Other=304×104]");

  const inner = { ...outer, text: "[a1 Inside]", controls: 1, frames: [], elisions: [] };
  const joined = joinFrames(outer, { e1: inner });
  expect(joined.text).toBe("[2 Closed]\n[1 frame Other=304×104]\n[a1 Inside]");
  expect(joined.frames).toEqual([]);
});

it("reads on by selector, by handle, and says when a handle is not known", async () => {
  const { scan } = await chromium.load("<main><h1>One</h1><ul id=l><li>A<li><button>B</button></ul></main>");
  expect((await scan({ region: "#l" })).text).toBe("A\n[1 B]");
  expect((await scan({ region: "e1" })).text).toBe("[1 B]");
  await expect(scan({ region: "e9" })).rejects.toThrow('Nothing on the page is "e9" now.');
  await expect(scan({ keep: ["p[["] })).rejects.toThrow('"p[[" in keep is not a valid CSS selector.');
});

it("keeps what is hidden but needed", async () => {
  const { scan } = await chromium.load(
    `<p>Seen</p><nav style="display:none"><div id="sub"><a href="/x">Under</a></div> other</nav>`,
  );
  expect((await scan()).text).toBe("Seen");
  expect((await scan({ keep: ["#sub"] })).text).toBe("Seen\n[1 Under]");
  expect((await scan({ report: true })).removals).toEqual([
    { pass: "hidden", reason: "display: none", path: "body > nav" },
  ]);
});

it("reports what an overlay and a budget left out", async () => {
  const { scan } = await chromium.load(cases.OVERLAY);
  const { removed, removals } = await scan({ report: true });
  expect(removed).toEqual({ "layer: covered by body > div": 1 });
  expect(removals).toEqual([{ pass: "layer", reason: "covered by body > div", path: "body" }]);
  const { removed: cut, elisions } = await (await chromium.load(cases.LONG_ARTICLE)).scan({
    budgetTokens: 500,
  });
  expect(cut).toEqual({ "budget: over the limit": elisions.length });
});

it("tells what changed, and messages that came and went in between", async () => {
  const { scan, page } = await chromium.load(
    `<label>Name <input id="n"></label><button>Save</button><ul id="l"><li>One</ul><div id="t" role="status"></div>`,
  );
  expect((await scan({ diff: true })).diff).toEqual({ text: "", added: 0, removed: 0, transient: [] });
  await page.evaluate(async () => {
    (document.getElementById("n") as HTMLInputElement).value = "Ada";
    document.getElementById("l")!.insertAdjacentHTML("beforeend", "<li>Two");
    document.getElementById("t")!.textContent = "Saved!";
    await new Promise((resolve) => setTimeout(resolve, 20));
    document.getElementById("t")!.textContent = "";
  });
  const { diff } = await scan({ diff: true });
  expect(diff!.transient).toEqual(["Saved!"]);
  expect(diff!.text.split("\n")).toEqual([
    "~ Saved!",
    "+ [1_ Name=Ada][2 Save]",
    "+ Two",
    "- [1_ Name][2 Save]",
  ]);
  await page.evaluate(() => {
    for (let i = 0; i < 500; i++)
      document.getElementById("l")!.insertAdjacentHTML("beforeend", `<li>Row ${i} is new`);
  });
  const bounded = (await scan({ diff: true, diffTokens: 200 })).diff!;
  expect(bounded.added).toBe(500);
  expect(bounded.text).toMatch(/more changed lines\)$/);
});

it("a hero, a full-screen app and a fixed background are no overlays", async () => {
  const shade = "background:rgba(0,0,0,.5)";
  const pages = [
    `<div style="position:relative;height:100vh"><div style="position:absolute;inset:0;${shade}"></div><h1 style="position:relative">Hero</h1></div><div style="height:3000px"></div><p>Below</p>`,
    `<div style="position:fixed;inset:0;background:#fff;overflow:auto"><h1>Hero</h1><p>Below</p></div>`,
    `<div style="position:fixed;inset:0;z-index:-1;${shade}"></div><h1>Hero</h1><p>Below</p>`,
  ];
  for (const html of pages) {
    const { scan } = await chromium.load(html);
    expect((await scan()).text).toBe("# Hero\nBelow");
  }
});

it("a native modal, a shaded panel in a component and a pseudo-element's shade hide what is under them", async () => {
  const page = "<main><p>Text of the page</p><button>Buy</button></main>";
  const overlays = [
    `<dialog id="d"><p>Sure?</p></dialog><script>d.showModal()</script>`,
    `<x-d><template shadowrootmode="open"><div style="position:fixed;inset:0;background:rgba(0,0,0,.4)"></div><div style="position:fixed;top:200px;background:#fff"><slot></slot></div></template><p>Sure?</p></x-d>`,
    `<style>body::before{content:"";position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:1}</style><div style="position:fixed;top:200px;z-index:2;background:#fff"><p>Sure?</p></div>`,
  ];
  for (const overlay of overlays) {
    const { scan } = await chromium.load(page + overlay);
    const { text } = await scan();
    expect(text.split("\n")[0]).toBe("Sure?");
    expect(text).not.toContain("Text of the page");
    expect(text).toMatch("\n(1 control behind: body)");
  }
});
