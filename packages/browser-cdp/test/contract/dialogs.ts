import { describe, expect, it } from "vitest";
import type { Bench } from "../driver-contract.js";

const ALERT = `<button onclick="alert('Saved'); this.textContent = 'done'">Save</button>`;

export function describeDialogs(bench: Bench): void {
  describe("dialogs", () => {
    it("F1: while a dialog is open an evaluate is refused at once, and the answer to it does not queue", async () => {
      const tab = await bench.load(ALERT, { dialogs: "hold" });
      await tab.input.click("button");
      expect(tab.dialogs.open).toMatchObject({ type: "alert", message: "Saved" });
      const begin = Date.now();
      await expect(tab.evaluate("1 + 1")).rejects.toMatchObject({
        code: "dialog-open",
        message: expect.stringContaining('alert "Saved"'),
      });
      await expect(tab.scan()).rejects.toMatchObject({ code: "dialog-open" });
      await expect(tab.input.click("button")).rejects.toMatchObject({ code: "dialog-open" });
      await tab.dialogs.answer(true);
      expect(Date.now() - begin).toBeLessThan(5_000);
      expect((await tab.evaluate("document.querySelector('button').textContent")).value).toBe("done");
      expect(tab.dialogs.take().map(({ answer }) => answer)).toEqual(["left open", "accepted"]);
    });

    it("F1: a script that opens a dialog which stays is told so, and its page goes on when it is answered", async () => {
      const tab = await bench.load("", { dialogs: "hold" });
      await expect(tab.evaluate("window.answer = confirm('Sure?'); 1")).rejects.toMatchObject({
        code: "dialog-open",
      });
      await tab.dialogs.answer(true);
      expect((await tab.evaluate("window.answer")).value).toBe(true);
    });

    it("by default alerts are accepted and questions dismissed, and both are reported", async () => {
      const tab = await bench.load(ALERT);
      await tab.input.click("button");
      expect((await tab.evaluate("[confirm('Delete?'), prompt('Name?', 'x')]")).value).toEqual([false, null]);
      expect(tab.dialogs.take()).toEqual([
        { type: "alert", message: "Saved", answer: "accepted" },
        { type: "confirm", message: "Delete?", answer: "dismissed" },
        { type: "prompt", message: "Name?", defaultPrompt: "x", answer: "dismissed" },
      ]);
      expect(tab.dialogs.take()).toEqual([]);
    });

    it("the policy may be changed at any time, and give the text of a prompt", async () => {
      const tab = await bench.load("");
      tab.dialogs.policy = "accept";
      tab.dialogs.promptText = "Ada";
      expect((await tab.evaluate("[confirm('Delete?'), prompt('Name?')]")).value).toEqual([true, "Ada"]);
      tab.dialogs.policy = ({ message }) => (message.includes("now") ? "accept" : "dismiss");
      expect((await tab.evaluate("[confirm('later'), confirm('now')]")).value).toEqual([false, true]);
    });

    it("a page that does not want to be left is left", async () => {
      const tab = await bench.load(
        `<button>x</button><script>onbeforeunload = (event) => { event.preventDefault(); return "stay"; }</script>`,
      );
      await tab.input.click("button");
      await tab.goto(bench.server.page("<title>away</title>"));
      expect((await tab.evaluate("document.title")).value).toBe("away");
      expect(tab.dialogs.take()).toMatchObject([{ type: "beforeunload", answer: "accepted" }]);
    });
  });
}
