import { describe, expect, it } from "vitest";
import type { Bench } from "../driver-contract.js";

export function describeInput(bench: Bench): void {
  describe("input", () => {
    it("clicks as a person does: trusted, in order, wherever the element has to be scrolled to", async () => {
      const tab =
        await bench.load(`<div style="height:3000px"></div><button>Low</button><div style="height:3000px"></div><script>
        window.log = []; for (const type of ["mousedown", "mouseup", "click", "dblclick", "contextmenu"])
          document.querySelector("button").addEventListener(type, (event) => log.push(type + event.isTrusted + event.detail));</script>`);
      await tab.scan();
      await tab.input.click("e1");
      expect((await tab.evaluate("log.splice(0)")).value).toEqual([
        "mousedowntrue1",
        "mouseuptrue1",
        "clicktrue1",
      ]);
      await tab.input.click("button", { count: 2 });
      expect((await tab.evaluate("log.splice(0).at(-1)")).value).toBe("dblclicktrue2");
      await tab.input.click("button", { button: "right" });
      expect((await tab.evaluate("log.join()")).value).toContain("contextmenutrue");
    });

    it("F2: what is covered is not clicked, and it is said by what", async () => {
      const tab = await bench.load(`<button onclick="this.textContent = 'hit'">Buy</button>
        <div id="ov" style="position:fixed; inset:0; background:rgba(0,0,0,.5)">Please wait</div>`);
      await expect(tab.input.click("button")).rejects.toMatchObject({
        code: "covered",
        message: expect.stringMatching(/Covered by #ov "Please wait"/),
      });
      expect((await tab.evaluate("document.querySelector('button').textContent")).value).toBe("Buy");
      await tab.evaluate("document.querySelector('#ov').remove()");
      await tab.input.click("button");
      expect((await tab.evaluate("document.querySelector('button').textContent")).value).toBe("hit");
    });

    it("F2: a part that sticks out is clicked; what is not drawn or disappears says so", async () => {
      const tab = await bench.load(`<button style="width:400px" onclick="this.id = 'hit'">Wide</button>
        <div style="position:absolute; left:0; top:0; width:280px; height:60px; background:#fff">Half</div><b style="display:none">none</b>`);
      await tab.input.click("button");
      expect((await tab.evaluate("document.querySelector('button').id")).value).toBe("hit");
      await expect(tab.input.click("b")).rejects.toMatchObject({
        code: "covered",
        message: expect.stringContaining("not drawn"),
      });
      await expect(tab.input.click("e77")).rejects.toMatchObject({ code: "unknown-handle" });
      await expect(tab.input.click("##")).rejects.toMatchObject({ code: "unknown-handle" });
    });

    it("types, clears, presses keys and chords, and pages that look at each key see it", async () => {
      const tab =
        await bench.load(`<input value="old"><textarea></textarea><div contenteditable>rich</div><input disabled id=off><script>
        window.keys = []; addEventListener("keydown", (event) => keys.push(event.key + (event.isTrusted ? "" : "!")));</script>`);
      await tab.input.type("input", " new");
      expect((await tab.evaluate("document.querySelector('input').value")).value).toBe("old new");
      await tab.input.type("input", "Grüße 你好", { clear: true });
      expect((await tab.evaluate("document.querySelector('input').value")).value).toBe("Grüße 你好");
      await tab.input.type("textarea", "a\nb");
      expect((await tab.evaluate("document.querySelector('textarea').value")).value).toBe("a\nb");
      await tab.input.type("div", "er");
      expect((await tab.evaluate("document.querySelector('div').textContent")).value).toBe("richer");
      await tab.evaluate("keys.length = 0");
      await tab.input.type("textarea", "Q1");
      await tab.input.press("Shift+Tab", "Escape");
      expect((await tab.evaluate("keys.join()")).value).toBe("Q,1,Shift,Tab,Escape");
      const long = "x".repeat(5_000);
      await tab.input.type("textarea", long, { clear: true });
      expect((await tab.evaluate("document.querySelector('textarea').value")).value).toBe(long);
      await expect(tab.input.type("#off", "x")).rejects.toThrow(/it is disabled/);
      await expect(tab.input.press("Hyper+Q")).rejects.toMatchObject({ code: "invalid-options" });
    });

    it("hovers, turns the wheel, and chooses in a select", async () => {
      const tab =
        await bench.load(`<style>ul { display:none } li:hover ul { display:block }</style><li>Menu<ul><a href="#x">Item</a></ul></li>
        <select><option value=a>Alpha</option><option value=b>Beta</option></select>
        <div id=box style="height:100px; overflow:auto"><div style="height:2000px">tall</div></div>
        <script>document.querySelector("select").onchange = (event) => { document.title = event.target.value; }</script>`);
      await tab.input.hover("li");
      expect((await tab.scan()).text).toContain("Item");
      expect(await tab.input.select("select", "Beta")).toEqual(["Beta"]);
      expect((await tab.evaluate("document.title")).value).toBe("b");
      await expect(tab.input.select("select", "Gamma")).rejects.toThrow(
        /no option Gamma; there are Alpha, Beta/,
      );
      await tab.input.scroll(300, "#box");
      await tab.settle();
      expect((await tab.evaluate("document.querySelector('#box').scrollTop")).value).toBeGreaterThan(0);
    });

    it("works boxes that are not drawn by their labels", async () => {
      const tab = await bench.load(
        `<label><input type=checkbox style="opacity:0; position:absolute; width:0; height:0"><span>Accept</span></label>`,
      );
      expect((await tab.scan()).text).toContain("□ Accept");
      await tab.input.click("e1");
      expect((await tab.scan()).text).toContain("■ Accept");
    });

    it("reaches into frames of this site and of others, and sees what covers them", async () => {
      const inner = bench.server.page(
        `<button onclick="this.textContent = 'hit ' + event.isTrusted">In frame</button>`,
      );
      const tab = await bench.load(`<div style="height:1500px"></div><iframe src="${inner}"></iframe>
        <iframe src="${inner.replace("127.0.0.1", "localhost")}" style="border:5px solid; padding:7px"></iframe><div style="height:1500px"></div>`);
      const { text } = await tab.scan();
      const handles = [...text.matchAll(/\[([a-z]?\d+) In frame\]/g)].map(([, handle]) => handle!);
      expect(handles).toHaveLength(2);
      for (const handle of handles) await tab.input.click(handle.startsWith("a") ? handle : `e${handle}`);
      expect((await tab.scan()).text.match(/hit true/g)).toHaveLength(2);
      const remote = handles.find((handle) => /^[a-z]/.test(handle))!;
      expect((await tab.evaluate(`$('${remote}').textContent + location.hostname`)).value).toBe(
        "hit truelocalhost",
      );
      await tab.evaluate(
        `document.body.insertAdjacentHTML("beforeend", "<div id=top style='position:fixed; inset:0'></div>")`,
      );
      await expect(tab.input.click(remote)).rejects.toThrow(/frame is covered by #top/);
    });
  });
}
