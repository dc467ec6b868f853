import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DesktopDriver } from "../src/index.js";
import { everyNode, type UiNode } from "../src/tree/ui-node.js";

export interface ContractDesktop {
  driver: DesktopDriver;
  close(): Promise<void>;
}

/**
 * What every desktop driver does. The desktop must show a window "Order form" with a field "Name", a box "Express", a
 * choice of Small, Medium and Large, and a button "Save order".
 */
export function driverContract(name: string, open: () => Promise<ContractDesktop>): void {
  describe(`the desktop driver ${name}`, () => {
    let desktop: ContractDesktop;
    let driver: DesktopDriver;
    beforeAll(async () => {
      desktop = await open();
      driver = desktop.driver;
    });
    afterAll(() => desktop?.close());

    const nodes = async (): Promise<UiNode[]> => {
      const { windows } = await driver.readTree({ window: "Order form" });
      return windows.flatMap((window) => [...everyNode(window)]);
    };
    const node = async (wanted: string): Promise<UiNode> => {
      const all = await nodes();
      const found = all.find(({ name, role }) => name === wanted && role !== "text");
      if (!found) throw new Error(`no node is called ${wanted}: ${all.map((one) => one.name).join(", ")}`);
      return found;
    };
    const choice = async () => (await nodes()).find(({ role }) => role === "choice")!;

    it("lists screens and windows in logical pixels", async () => {
      const [screen] = await driver.screens();
      expect(screen!.bounds.width).toBeGreaterThan(0);
      expect((await driver.screens()).filter(({ primary }) => primary)).toHaveLength(1);
      const window = (await driver.windows()).find(({ title }) => title === "Order form");
      expect(window).toMatchObject({ minimized: false });
    });

    it("gives every node a key of its own, the same in each reading", async () => {
      const keys = (await nodes()).map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      expect((await nodes()).map(({ key }) => key)).toEqual(keys);
    });

    it("sets texts, presses and selects by key", async () => {
      await driver.act((await node("Name")).key, "set-text", "Zoë 北京 🚀");
      await expect.poll(async () => (await node("Name")).value, { timeout: 20_000 }).toBe("Zoë 北京 🚀");
      await driver.act((await node("Express")).key, "press");
      await expect.poll(async () => (await node("Express")).checked, { timeout: 20_000 }).toBe(true);
      await driver.act((await choice()).key, "select", "Medium");
      const chosen = async () => [(await choice()).name, (await choice()).value];
      await expect.poll(chosen, { timeout: 20_000 }).toContain("Medium");
      await expect(driver.act((await choice()).key, "select", "Huge")).rejects.toMatchObject({
        code: "act-refused",
      });
    });

    it("says where a node lies, and clicks and types there", async () => {
      await driver.focusWindow((await driver.windows()).find(({ title }) => title === "Order form")!.id);
      const { key } = await node("Name");
      await driver.act(key, "set-text", "");
      await driver.act((await node("Express")).key, "focus");
      await expect.poll(async () => (await node("Express")).focused, { timeout: 20_000 }).toBe(true);
      const { x, y, width, height } = await driver.boundsOf(key);
      const middle = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
      await driver.moveTo(middle);
      expect(await driver.pointer()).toEqual(middle);
      await driver.click("left", 1);
      await expect.poll(async () => (await node("Name")).focused, { timeout: 20_000 }).toBe(true);
      await driver.typeAscii("Ada #1");
      await driver.pressKeys(["home"]);
      await driver.typeAscii(">");
      await expect.poll(async () => (await node("Name")).value, { timeout: 20_000 }).toBe(">Ada #1");
    });

    it("takes pictures whose pixels fit the scale", async () => {
      const [screen] = await driver.screens();
      const picture = await driver.capture({ screen: screen!.id });
      expect(picture.png.toString("latin1", 1, 4)).toBe("PNG");
      expect(picture.width).toBe(Math.round(screen!.bounds.width * screen!.scale));
      const region = { x: screen!.bounds.x + 10, y: screen!.bounds.y + 10, width: 40, height: 20 };
      const part = await driver.capture({ region });
      expect([part.width, part.height]).toEqual([40 * screen!.scale, 20 * screen!.scale]);
    });

    it("refuses what is not there", async () => {
      await expect(driver.focusWindow("0")).rejects.toMatchObject({ code: "no-such-window" });
      await expect(driver.readTree({ window: "No such window" })).rejects.toMatchObject({
        code: "no-such-window",
      });
      await expect(driver.moveTo({ x: 100_000, y: 0 })).rejects.toMatchObject({ code: "off-screen" });
      await expect(driver.capture({ window: "0" })).rejects.toMatchObject({ code: "no-such-window" });
      await expect(driver.capture({ screen: "none" })).rejects.toMatchObject({ code: "invalid-options" });
    });
  });
}
