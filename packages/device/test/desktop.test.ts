import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desktop, openDesktop, openOcr } from "../src/index.js";
import { withoutCjkGaps } from "../src/vision/ocr-text.js";
import { startDesktop, startForm, type TestDesktop } from "./start-desktop.js";

let desktop: TestDesktop;
let hands: Desktop;

beforeAll(async () => {
  desktop = await startDesktop();
  await startForm(desktop);
  hands = await openDesktop({ env: desktop.env, stateDir: desktop.dir });
});
afterAll(async () => {
  await hands?.close();
  await desktop?.stop();
});

/** The id of what the view calls so. */
async function idOf(name: string): Promise<string> {
  const { text } = await hands.tree();
  const id = new RegExp(`\\[(\\d+)\\S* (?=${name})`).exec(text)?.[1];
  if (!id) throw new Error(`nothing is called ${name} in:\n${text}`);
  return id;
}

it("fills a GTK form through the tree in Latin, Chinese and emoji, and reads it back by OCR", async () => {
  expect((await hands.tree()).text).toMatch(/^# Order form · form\.py\n/);
  const set = async (name: string, value: string) =>
    (await hands.act(await idOf(name), "set-text", value)).changes;
  expect(await set("Name", "Ada Lovelace")).toContainEqual(
    expect.stringMatching(/^\+ \[\d+_ Name=Ada Lovelace\]/),
  );
  expect(await set("City", "北京")).toContainEqual(expect.stringMatching(/^\+ \[\d+_ City=北京\]/));
  expect(await set("Mood", "🚀")).toContainEqual(expect.stringMatching(/^\+ \[\d+_ Mood=🚀\]/));
  expect((await hands.act(await idOf("Express"), "press")).changes.join()).toMatch(
    /- \[\d+□ Express\].*\+ \[\d+■ Express\]/,
  );
  expect((await hands.act(await idOf("Small"), "select", "Large")).changes.join()).toMatch(
    /\+ \[\d+▼ Large\]/,
  );
  const saved = await hands.act(await idOf("Save order"), "press");
  expect(saved.changes).toEqual(["- Nothing saved", "+ Saved Ada Lovelace 北京 U+1F680 Large express"]);

  const [window] = await hands.windows();
  const ocr = await openOcr({ engine: "tesseract" });
  try {
    const boxes = await ocr.read((await hands.shot({ window: window!.id })).png, true);
    const words = withoutCjkGaps(boxes.map(({ text }) => text).join(" "));
    expect(words).toMatch(/Ada Lovelace/);
    expect(words).toMatch(/北京/);
    expect(words).toMatch(/[UO]\+?1F680/);
  } finally {
    await ocr.close();
  }
}, 180_000);

it("masks what stands in a password field", async () => {
  const { text } = await hands.act(await idOf("Secret"), "set-text", "hunter2");
  expect(text).toMatch(/\[\d+_ Secret=[^\]h]*\]/);
  expect(text).not.toContain("hunter2");
});

it("types ASCII key by key and the rest by the clipboard, which is as before afterwards", async () => {
  clip("what was there, 之前");
  for (const text of ["World! @#$ ~`{}[]|\\\"'<>?^&*()_+-=;:,./", "Zoë 中文 😀 日本語"]) {
    await hands.act(await idOf("City"), "focus");
    await shows("City=北京](focused)");
    await hands.click({ id: await idOf("Name") });
    await shows(/Name=.*\]\(focused\)/);
    await hands.pressKeys("ctrl+a");
    await hands.type(text);
    await shows(`Name=${text}]`);
  }
  expect(clip()).toBe("what was there, 之前");
});

const shows = (part: string | RegExp) =>
  expect.poll(async () => (await hands.tree()).text, { timeout: 20_000 }).toMatch(part);

function clip(text?: string): string {
  const args = ["-selection", "clipboard", text === undefined ? "-o" : "-i"];
  const stdio = ["pipe", text === undefined ? "pipe" : "ignore", "ignore"] as ("pipe" | "ignore")[];
  return spawnSync("xclip", args, {
    env: desktop.env,
    input: text ?? "",
    stdio,
    encoding: "utf8",
    timeout: 5000,
  }).stdout;
}

it("presses a button of a window that another one covers", async () => {
  const cover = await startForm(desktop, "Cover");
  try {
    const order = (await hands.windows()).find(({ title }) => title === "Order form")!;
    const top = (await hands.windows()).find(({ title }) => title === "Cover")!;
    await hands.moveWindow(top.id, { x: order.bounds.x, y: order.bounds.y });
    await hands.focusWindow(top.id);
    const { text } = await hands.tree({ window: order.id });
    const id = /\[(\d+). Express\]/.exec(text)?.[1];
    expect((await hands.act(id!, "press")).changes.join()).toMatch(/\+ \[\d+□ Express\]/);
    expect((await hands.tree()).text).toMatch(/^# Cover.*Other windows: Order form · form\.py$/s);
  } finally {
    process.kill(cover.pid!, "SIGKILL");
  }
});

it("moves, resizes and focuses windows", async () => {
  const { id } = (await hands.windows()).find(({ title }) => title === "Order form")!;
  await hands.moveWindow(id, { x: 100, y: 120, width: 800, height: 500 });
  const now = async () => (await hands.windows()).find((window) => window.id === id)!;
  await expect.poll(async () => (await now()).bounds.width, { timeout: 20_000 }).toBe(800);
  const { bounds } = await now();
  expect(Math.abs(bounds.x - 100)).toBeLessThan(5);
  expect(Math.abs(bounds.y - 120)).toBeLessThan(30);
  await hands.focusWindow(id);
  await expect.poll(async () => (await now()).focused, { timeout: 20_000 }).toBe(true);
});

it("takes pictures of the screen, a window and a region, in physical pixels with their place", async () => {
  const [screen] = await hands.screens();
  expect(screen).toMatchObject({ bounds: { x: 0, y: 0, width: 1280, height: 800 }, scale: 1, primary: true });
  const whole = await hands.shot();
  expect([whole.width, whole.height, whole.scale]).toEqual([1280, 800, 1]);
  expect(whole.png.readUInt32BE(16)).toBe(1280);
  const region = await hands.shot({ region: { x: 300, y: 200, width: 64, height: 32 } });
  expect([region.width, region.height, region.origin]).toEqual([64, 32, { x: 300, y: 200 }]);
  const [window] = await hands.windows();
  const picture = await hands.shot({ window: window!.id });
  expect(picture.origin).toEqual({ x: window!.bounds.x, y: window!.bounds.y });
  expect([picture.width, picture.height]).toEqual([window!.bounds.width, window!.bounds.height]);
});

it("keeps ids for the next process", async () => {
  const id = await idOf("Save order");
  const again = await openDesktop({ env: desktop.env, stateDir: desktop.dir });
  try {
    expect((await again.act(id, "press")).text).toMatch(/Saved /);
  } finally {
    await again.close();
  }
  expect(readFileSync(`${desktop.dir}/desktop_${desktop.env.DISPLAY!.slice(1)}.json`, "utf8")).not.toContain(
    "hunter2",
  );
});
