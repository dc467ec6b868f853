import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desktop, openDesktop } from "../src/index.js";
import { startDesktop, startForm, type TestDesktop } from "./start-desktop.js";

let desktop: TestDesktop;
let hands: Desktop;

/** Two physical pixels for each logical one, told to programs as desktops do. */
beforeAll(async () => {
  desktop = await startDesktop("1600x1200");
  const resources = ["-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", "Xft.dpi:\t192\n"];
  expect(spawnSync("xprop", resources, { env: desktop.env, timeout: 5000 }).status).toBe(0);
  desktop.env.GDK_SCALE = "2";
  await startForm(desktop);
  hands = await openDesktop({ env: desktop.env, stateDir: desktop.dir });
});
afterAll(async () => {
  await hands?.close();
  await desktop?.stop();
});

it("speaks of logical pixels everywhere but in pictures", async () => {
  expect(await hands.screens()).toMatchObject([
    { bounds: { x: 0, y: 0, width: 800, height: 600 }, scale: 2 },
  ]);
  const { id } = (await hands.windows())[0]!;
  await hands.moveWindow(id, { x: 20, y: 30, width: 770, height: 480 });
  const now = async () => (await hands.windows()).find((window) => window.id === id)!.bounds;
  await expect.poll(async () => (await now()).height, { timeout: 20_000 }).toBe(480);
  expect(await now()).toMatchObject({ width: 770 });
  const whole = await hands.shot();
  expect(whole).toMatchObject({ width: 1600, height: 1200, scale: 2 });
  const window = await hands.shot({ window: id });
  expect(window).toMatchObject({ width: 1540, height: 960, scale: 2, origin: { x: (await now()).x } });
  expect(await hands.shot({ region: { x: 10, y: 20, width: 30, height: 40 } })).toMatchObject({
    width: 60,
    height: 80,
    scale: 2,
  });
  await expect(hands.click({ x: 801, y: 10 })).rejects.toMatchObject({ code: "off-screen" });
});

it("clicks where a node lies", async () => {
  const id = /\[(\d+)_ City/.exec((await hands.tree()).text)![1]!;
  const shows = (part: string) =>
    expect.poll(async () => (await hands.tree()).text, { timeout: 20_000 }).toContain(part);
  await hands.click({ id });
  await shows("City=](focused)");
  await hands.type("here");
  await shows("City=here](focused)");
});
