import { afterAll, beforeAll, expect, it } from "vitest";
import { openX11Driver } from "../src/desktop/x11/x11-driver.js";
import type { DesktopDriver } from "../src/index.js";
import { startDesktop, startForm, type TestDesktop } from "./start-desktop.js";

/** One of them may be `:0`, which native modules like to take. */
let desktops: TestDesktop[];
let drivers: DesktopDriver[];

beforeAll(async () => {
  desktops = await Promise.all([startDesktop("640x480"), startDesktop("800x600")]);
  await Promise.all(desktops.map((desktop, index) => startForm(desktop, `Form ${index}`)));
  drivers = await Promise.all(desktops.map(({ env }) => openX11Driver(env)));
});
afterAll(async () => {
  await Promise.all((drivers ?? []).map((driver) => driver.close()));
  await Promise.all((desktops ?? []).map((desktop) => desktop.stop()));
});

it("sees and moves what is on its own display, whatever other displays there are", async () => {
  const places = [
    { x: 100, y: 50 },
    { x: 300, y: 250 },
  ];
  for (const [index, driver] of drivers.entries()) await driver.moveTo(places[index]!);
  expect(await Promise.all(drivers.map((driver) => driver.pointer()))).toEqual(places);
  const widths = await Promise.all(drivers.map(async (driver) => (await driver.screens())[0]!.bounds.width));
  expect(widths).toEqual([640, 800]);
  for (const [index, driver] of drivers.entries())
    expect((await driver.windows()).map(({ title }) => title)).toEqual([`Form ${index}`]);
});
