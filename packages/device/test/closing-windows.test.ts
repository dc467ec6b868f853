import { afterAll, beforeAll, expect, it } from "vitest";
import { openX11Driver } from "../src/desktop/x11/x11-driver.js";
import type { DesktopDriver } from "../src/index.js";
import { startDesktop, startForm, type TestDesktop } from "./start-desktop.js";

/** Opens a window every 50 ms; each lives for 5 to 200 ms. */
const MAYFLIES = `
import gi, itertools
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, GLib
lives = itertools.cycle((5, 20, 50, 110, 200))
def close(window): window.destroy(); return False
def make():
    window = Gtk.Window(title="Mayfly"); window.set_default_size(200, 80); window.show_all()
    GLib.timeout_add(next(lives), close, window)
    return True
GLib.timeout_add(50, make)
GLib.idle_add(lambda: print("ready"))
Gtk.main()
`;

/** A window as the smallest programs have it: no title, no process, nothing. */
const BARE = `
import ctypes, time
x11 = ctypes.CDLL("libX11.so.6"); x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))
root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
x11.XMapWindow(display, ctypes.c_ulong(x11.XCreateSimpleWindow(display, root, 10, 10, 201, 101, 0, 0, 0)))
x11.XSync(display, 0); print("ready"); time.sleep(600)
`;

const MINIMISED = `
import gi; gi.require_version("Gtk", "3.0"); from gi.repository import Gtk
window = Gtk.Window(title="Put away"); window.set_default_size(200, 100)
def put_away(*_): window.disconnect(mapped); print("ready"); window.iconify()
mapped = window.connect("map-event", put_away)
window.show_all(); Gtk.main()
`;

let desktop: TestDesktop;
let driver: DesktopDriver;

beforeAll(async () => {
  desktop = await startDesktop();
  await startForm(desktop);
  driver = await openX11Driver(desktop.env);
});
afterAll(async () => {
  await driver?.close();
  await desktop?.stop();
});

it("lists, moves, focuses and pictures windows while others close", async () => {
  const mayflies = await desktop.start("/usr/bin/python3", ["-u", "-c", MAYFLIES], /ready/);
  const seen = new Set<string>();
  const ends = new Set<string>();
  const acts: ((id: string) => Promise<unknown>)[] = [
    (id) => driver.moveWindow(id, { x: 300, y: 200, width: 220, height: 90 }),
    (id) => driver.focusWindow(id),
    (id) => driver.capture({ window: id }),
  ];
  try {
    for (let round = 0; seen.size < 24; round++) {
      const windows = await driver.windows();
      expect(windows.map(({ title }) => title)).toContain("Order form");
      const mayfly = windows.find(({ title, id }) => title === "Mayfly" && !seen.has(id));
      if (!mayfly) continue;
      seen.add(mayfly.id);
      ends.add(await acts[round % acts.length]!(mayfly.id).then(() => "done", codeAndAdvice));
    }
  } finally {
    process.kill(mayflies.pid!, "SIGKILL");
  }
  expect(
    [...ends].filter(
      (end) => !/^done$|^no-such-window: .*(Use one of these|list the windows again)/.test(end),
    ),
  ).toEqual([]);
}, 300_000);

it("says that no window manager runs where none tells the windows", async () => {
  const bare = await startDesktop("400x300", []);
  const alone = await openX11Driver(bare.env);
  try {
    await expect(alone.windows()).rejects.toMatchObject({
      code: "missing-program",
      message: expect.stringContaining("No window manager runs on this display"),
    });
    expect((await alone.capture({})).width).toBe(400);
  } finally {
    await alone.close();
    await bare.stop();
  }
});

const codeAndAdvice = (error: { code: string; message: string }) => `${error.code}: ${error.message}`;

it("says of a window that has closed that it has, and which there are", async () => {
  const gone = await startForm(desktop, "Gone");
  const ids = async () =>
    (await driver.windows()).filter(({ title }) => title === "Gone").map(({ id }) => id);
  await expect.poll(ids, { timeout: 20_000 }).toHaveLength(1);
  const [id] = await ids();
  process.kill(gone.pid!, "SIGKILL");
  await expect.poll(ids, { timeout: 20_000 }).toEqual([]);
  for (const act of [() => driver.focusWindow(id!), () => driver.moveWindow(id!, { x: 1, y: 1 })])
    await expect(act()).rejects.toMatchObject({
      code: "no-such-window",
      message: expect.stringMatching(/may have closed\. Use one of these: .*"Order form"/),
    });
});

it("lists a window that says nothing of itself", async () => {
  const bare = await desktop.start("/usr/bin/python3", ["-u", "-c", BARE], /ready/);
  try {
    const found = async () => (await driver.windows()).find(({ bounds }) => bounds.width === 201);
    await expect.poll(found, { timeout: 20_000 }).toMatchObject({ title: "", app: "", pid: 0 });
  } finally {
    process.kill(bare.pid!, "SIGKILL");
  }
});

it("pictures what the screen shows of a window over its edge", async () => {
  const form = async () => (await driver.windows()).find(({ title }) => title === "Order form")!;
  const { id } = await form();
  await driver.moveWindow(id, { x: 1000, y: 300 });
  await expect.poll(async () => (await form()).bounds.x, { timeout: 20_000 }).toBeGreaterThan(990);
  const { bounds } = await form();
  const picture = await driver.capture({ window: id });
  expect(picture.origin).toEqual({ x: bounds.x, y: bounds.y });
  expect(picture.width).toBe(1280 - bounds.x);
});

it("says of a minimised window that it has no picture, until it is focused", async () => {
  const small = await desktop.start("/usr/bin/python3", ["-u", "-c", MINIMISED], /ready/);
  try {
    const window = async () => (await driver.windows()).find(({ title }) => title === "Put away");
    await expect.poll(window, { timeout: 20_000 }).toMatchObject({ minimized: true });
    const { id } = (await window())!;
    await expect(driver.capture({ window: id })).rejects.toMatchObject({
      code: "off-screen",
      message: expect.stringMatching(/"Put away" is minimised.*Focus it first/),
    });
    await driver.focusWindow(id);
    await expect.poll(window, { timeout: 20_000 }).toMatchObject({ minimized: false });
    // The window manager lets it rise from below the screen.
    const width = () => driver.capture({ window: id }).then((picture) => picture.width, String);
    await expect.poll(width, { timeout: 20_000 }).toBe(200);
  } finally {
    process.kill(small.pid!, "SIGKILL");
  }
});
