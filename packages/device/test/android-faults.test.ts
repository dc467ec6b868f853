import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Android, openAndroid } from "../src/index.js";
import type { AdbDeviceOptions } from "./adb-device.js";
import { type FakePhone, startPhone } from "./fake-phone.js";

let home: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "ga-adb-"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  env = { PATH: process.env.PATH, HOME: home, ANDROID_ADB_SERVER_PORT: String(port) };
});
afterAll(() => {
  spawnSync("adb", ["kill-server"], { env, timeout: 10_000 });
  rmSync(home, { recursive: true, force: true });
});

async function phoneWith(options: Partial<AdbDeviceOptions> = {}): Promise<FakePhone> {
  const phone = await startPhone(options);
  onTestFinished(() => phone.close());
  return phone;
}

async function open(way: "server" | "direct", phone: FakePhone): Promise<Android> {
  const to = way === "direct" ? { direct: phone.address } : { serial: phone.address };
  const android = await openAndroid({ ...to, env, stateDir: home });
  onTestFinished(() => android.close());
  return android;
}

describe.each(["server", "direct"] as const)("faults of a device by %s", (way) => {
  it("says at once that it was unplugged in the middle of a command", async () => {
    const phone = await phoneWith();
    const android = await open(way, phone);
    const started = performance.now();
    const running = android.shell("echo begun; sleep 60");
    setTimeout(phone.unplug, 300);
    await expect(running).rejects.toMatchObject({
      code: "device-lost",
      retryable: true,
      message: expect.stringContaining("not known"),
    });
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("says that the device has not allowed this computer", async () => {
    const phone = await phoneWith({ unknownHost: "ask" });
    await expect(open(way, phone)).rejects.toMatchObject({
      code: "unauthorised-device",
      message: expect.stringContaining("accept"),
    });
  });

  it("uses a device that allows it when asked", async () => {
    const phone = await phoneWith({ unknownHost: "allow" });
    const android = await open(way, phone);
    expect((await android.shell("echo ok")).stdout.toString("utf8")).toBe("ok\n");
  });

  it("knows a screen that protects itself, by a failing or a black picture", async () => {
    const phone = await phoneWith();
    const android = await open(way, phone);
    await expect(android.shot()).rejects.toMatchObject({
      code: "blank-picture",
      message: expect.stringContaining("status: -38"),
    });
    const black = { create: { width: 1080, height: 2400, channels: 4 as const, background: "black" } };
    await sharp(black).png().toFile(join(phone.dir, "shop.png"));
    await expect(android.shot()).rejects.toMatchObject({
      code: "blank-picture",
      message: expect.stringContaining("one colour"),
    });
    const dot = {
      input: { create: { width: 40, height: 9, channels: 4 as const, background: "white" } },
      left: 500,
      top: 900,
    };
    await sharp(black).composite([dot]).png().toFile(join(phone.dir, "shop.png"));
    expect(await android.shot()).toMatchObject({ width: 1080, height: 2400 });
  });

  it("taps nothing outside the screen", async () => {
    const phone = await phoneWith();
    const android = await open(way, phone);
    for (const point of [
      { x: 2400, y: 1 },
      { x: -1, y: 5 },
      { x: 1080, y: 1080 },
    ])
      await expect(android.tap(point)).rejects.toMatchObject({ code: "off-screen" });
    expect(phone.journal()).toEqual([]);
    await expect(android.act("999", "press")).rejects.toMatchObject({ code: "unknown-id" });
  });
});

it("names the address at which no device answers, and the devices there are", async () => {
  const phone = await phoneWith();
  const { address } = phone;
  await phone.close();
  await expect(openAndroid({ direct: address, env, stateDir: home })).rejects.toMatchObject({
    code: "no-device",
    message: expect.stringContaining(address),
  });
  await expect(openAndroid({ serial: address, env, stateDir: home })).rejects.toMatchObject({
    code: "no-device",
  });
  await expect(openAndroid({ serial: "ABC", env, stateDir: home })).rejects.toMatchObject({
    code: "no-device",
    message: expect.stringContaining("adb knows"),
  });
});

it("asks which one, where there are two", async () => {
  const [one, two] = [await phoneWith(), await phoneWith()];
  await open("server", one);
  await open("server", two);
  await expect(openAndroid({ env, stateDir: home })).rejects.toMatchObject({
    code: "invalid-options",
    message: expect.stringContaining(two.address),
  });
});

it("comes back to a device that was unplugged", async () => {
  const phone = await phoneWith();
  await open("server", phone);
  phone.unplug();
  const again = await open("server", phone);
  expect((await again.shell("echo back")).exitCode).toBe(0);
});

it("names the program that is missing", async () => {
  const bare = { ...env, PATH: home, ANDROID_ADB_SERVER_PORT: "1" };
  await expect(openAndroid({ env: bare, stateDir: home })).rejects.toMatchObject({
    code: "missing-program",
    message: expect.stringContaining("adb"),
  });
});
