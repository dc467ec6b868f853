import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openX11Driver } from "../src/desktop/x11/x11-driver.js";
import { type Desktop, openDesktop } from "../src/index.js";
import { startDesktop, startForm, type TestDesktop } from "./start-desktop.js";

let desktop: TestDesktop;
let hands: Desktop;
let form: ChildProcess;

beforeAll(async () => {
  desktop = await startDesktop("1000x700");
  form = await startForm(desktop);
  hands = await openDesktop({ env: desktop.env, stateDir: desktop.dir });
});
afterAll(async () => {
  await hands?.close();
  await desktop?.stop();
});

it("says that there is no display, and which one does not answer", async () => {
  await expect(openDesktop({ env: {} })).rejects.toMatchObject({
    code: "no-display",
    message: expect.stringContaining("DISPLAY is not set"),
  });
  await expect(openDesktop({ env: { WAYLAND_DISPLAY: "wayland-0" } })).rejects.toThrow(
    "Wayland alone is not supported",
  );
  await expect(openDesktop({ env: { DISPLAY: ":64321" } })).rejects.toMatchObject({
    code: "no-display",
    message: expect.stringContaining(":64321"),
  });
  await expect(openDesktop({ env: { DISPLAY: "screen" } })).rejects.toMatchObject({ code: "no-display" });
});

it("works without a session bus, but for the tree, which says so", async () => {
  for (const address of [undefined, `unix:path=${desktop.dir}/nothing`]) {
    const env = { ...desktop.env, XDG_RUNTIME_DIR: "", DBUS_SESSION_BUS_ADDRESS: address };
    const blind = await openDesktop({ env, stateDir: desktop.dir });
    try {
      await expect(blind.tree()).rejects.toMatchObject({
        code: "no-session-bus",
        message: expect.stringContaining("at-spi2-core"),
      });
      expect(await blind.windows()).toContainEqual(expect.objectContaining({ title: "Order form" }));
    } finally {
      await blind.close();
    }
  }
});

it("gives up on an application that is stopped, and reads the others", async () => {
  const { text } = await hands.tree();
  const id = /\[(\d+)_ Name/.exec(text)![1]!;
  const other = await startForm(desktop, "Other");
  process.kill(form.pid!, "SIGSTOP");
  try {
    const started = performance.now();
    await expect(hands.tree({ window: "Order form" })).rejects.toMatchObject({ code: "no-answer" });
    await expect(hands.act(id, "set-text", "x")).rejects.toMatchObject({
      code: "no-answer",
      message: expect.stringContaining("hangs"),
    });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect((await hands.tree({ window: "Other" })).text).toMatch(/^# Other · form\.py\n/);
    expect((await hands.shot()).width).toBe(1000);
  } finally {
    process.kill(form.pid!, "SIGCONT");
    process.kill(other.pid!, "SIGKILL");
  }
  await expect
    .poll(async () => (await hands.tree({ window: "Order form" })).text, { timeout: 20_000 })
    .toContain("Save order");
});

it("survives the end of the native modules: an error now, and the next call works", async () => {
  const driver = await openX11Driver(desktop.env);
  try {
    await driver.windows();
    const slow = driver.typeAscii("a".repeat(5000));
    process.kill(driver.native.pid!, "SIGSEGV");
    await expect(slow).rejects.toMatchObject({
      code: "native-crash",
      message: expect.stringContaining("SIGSEGV"),
    });
    expect(await driver.screens()).toHaveLength(1);
  } finally {
    await driver.close();
  }
});

it("does nothing at coordinates outside the screen", async () => {
  const before = await hands.driver.pointer();
  for (const point of [
    { x: 1000, y: 10 },
    { x: -1, y: 10 },
    { x: 5, y: 700 },
  ])
    await expect(hands.click(point)).rejects.toMatchObject({
      code: "off-screen",
      message: expect.stringContaining("1000x700"),
    });
  await expect(hands.driver.moveTo({ x: 4000, y: 1 })).rejects.toMatchObject({ code: "off-screen" });
  await expect(hands.drag({ x: 1, y: 1 }, { x: 1, y: 900 })).rejects.toMatchObject({ code: "off-screen" });
  await expect(hands.shot({ region: { x: 900, y: 600, width: 200, height: 50 } })).rejects.toMatchObject({
    code: "off-screen",
  });
  expect(await hands.driver.pointer()).toEqual(before);
});

it("takes a picture of one colour for what it is", async () => {
  const file =
    "import gi; gi.require_version('Gtk','3.0'); from gi.repository import Gtk; w=Gtk.Window(title='Blank'); w.set_default_size(300,200); w.connect('map-event', lambda *_: print('ready')); w.show_all(); Gtk.main()";
  const blank = await desktop.start("/usr/bin/python3", ["-u", "-c", file], /ready/);
  try {
    await expect
      .poll(async () => (await hands.windows()).map(({ title }) => title), { timeout: 20_000 })
      .toContain("Blank");
    const window = (await hands.windows()).find(({ title }) => title === "Blank")!;
    const shot = () =>
      hands.shot({ window: window.id }).then(
        () => "a picture",
        (error) => error.code,
      );
    await expect.poll(shot, { timeout: 20_000 }).toBe("blank-picture");
  } finally {
    process.kill(blank.pid!, "SIGKILL");
  }
});

it("names what is there when a window, a node, a key or an option is not", async () => {
  await expect(hands.focusWindow("1")).rejects.toMatchObject({
    code: "no-such-window",
    message: expect.stringContaining("Order form"),
  });
  await expect(hands.tree({ window: "Nothing" })).rejects.toMatchObject({
    code: "no-such-window",
    message: expect.stringContaining("Order form"),
  });
  await expect(hands.act("999", "press")).rejects.toMatchObject({ code: "unknown-id" });
  await expect(hands.pressKeys("ctrl+nothing")).rejects.toMatchObject({ code: "invalid-options" });
  const { text } = await hands.tree({ window: "Order form" });
  const size = /\[(\d+)▼ Small/.exec(text)![1]!;
  await expect(hands.act(size, "select", "Huge")).rejects.toMatchObject({
    code: "act-refused",
    message: expect.stringContaining("Small, Medium, Large"),
  });
  const save = /\[(\d+) Save order/.exec(text)![1]!;
  await expect(hands.act(save, "set-text", "x")).rejects.toMatchObject({ code: "act-refused" });
});

it("does not act on what has gone", async () => {
  const gone = await startForm(desktop, "Short-lived");
  const { text } = await hands.tree({ window: "Short-lived" });
  process.kill(gone.pid!, "SIGKILL");
  const id = /\[(\d+) Save order/.exec(text)![1]!;
  await expect(hands.act(id, "press")).rejects.toMatchObject({
    code: "unknown-id",
    message: expect.stringContaining("Read the tree again"),
  });
});
