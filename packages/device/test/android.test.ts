import { execFile, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Android, listAndroids, openAndroid, openOcr } from "../src/index.js";
import { type FakePhone, startPhone } from "./fake-phone.js";

let home: string;
let env: NodeJS.ProcessEnv;

/** An adb server of its own, with keys of its own. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "ga-adb-"));
  env = { PATH: process.env.PATH, HOME: home, ANDROID_ADB_SERVER_PORT: String(await freePort()) };
});
afterAll(() => {
  spawnSync("adb", ["kill-server"], { env, timeout: 10_000 });
  rmSync(home, { recursive: true, force: true });
});

/** The commands of that test that still run. */
const sleeping = (): string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
        return /^sleep 4[12]\.5$/.test(command) ? [command] : [];
      } catch {
        return [];
      }
    });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe.each(["server", "direct"] as const)("an Android device by %s", (way) => {
  let phone: FakePhone;
  let android: Android;

  beforeEach(async () => {
    phone = await startPhone();
    const to = way === "direct" ? { direct: phone.address } : { serial: phone.address };
    android = await openAndroid({ ...to, env, stateDir: home });
  });
  afterEach(async () => {
    await android?.close();
    await phone?.close();
  });

  const idOf = async (name: string): Promise<string> => {
    const { text } = await android.tree();
    const id = new RegExp(`\\[(\\d+)\\S* (?=${name})`).exec(text)?.[1];
    if (!id) throw new Error(`nothing is called ${name} in:\n${text}`);
    return id;
  };

  it("walks two screens to a goal by the ids of the tree", async () => {
    const { text } = await android.tree();
    expect(text).toMatch(/^# com\.example\.shop\nShop \[\d+_ Search=\] \[\d+_ PIN=•••\] \[\d+ Find\]$/);
    const typed = await android.act(await idOf("Search"), "set-text", "boots & 100%s 'x'");
    expect(phone.read("field-search")).toBe("boots & 100%s 'x'");
    expect(typed.changes).toHaveLength(2);
    const list = await android.act(await idOf("Find"), "press");
    expect(list.text).toContain("3 found");
    expect(list.text).toMatch(/\[\d+ Boots 42 · \$90\] \[\d+ Boots 43 · \$91\]/);
    const done = await android.act(await idOf("Boots 42"), "press");
    expect(done.changes).toContain("+ Ordered: Boots 42");
  });

  it("replaces what stands in a field, also by what is not ASCII, and gives the input method back", async () => {
    await android.act(await idOf("Search"), "set-text", "boots");
    await android.act(await idOf("Search"), "set-text", "靴子 👢");
    expect(phone.read("field-search")).toBe("靴子 👢");
    expect(phone.read("ime")).toBe("com.android.inputmethod.latin/.LatinIME");
    phone.write("imes", "com.android.inputmethod.latin/.LatinIME\n");
    await expect(android.type("é")).rejects.toMatchObject({
      code: "act-refused",
      message: expect.stringContaining("ADBKeyBoard"),
    });
  });

  it("keeps output, errors and exit code of a command apart, bytes as they are", async () => {
    const { stdout, stderr, exitCode } = await android.shell("printf 'a\\000b\\r\\n'; echo oops >&2; exit 7");
    expect([stdout.toString("latin1"), stderr, exitCode]).toEqual(["a\0b\r\n", "oops\n", 7]);
    const many = await Promise.all(Array.from({ length: 8 }, (_, index) => android.shell(`echo ${index}`)));
    expect(many.map((result) => result.stdout.toString("utf8"))).toEqual(
      Array.from({ length: 8 }, (_, index) => `${index}\n`),
    );
  });

  it("stops a command that takes too long, on the device too", async () => {
    const command = "sleep 41.5 & sleep 42.5; echo never";
    await expect(android.shell(command, { timeoutMs: 700 })).rejects.toMatchObject({ code: "no-answer" });
    await expect.poll(sleeping, { timeout: 20_000 }).toEqual([]);
  });

  it("copies files of 5 MB both ways", async () => {
    const data = randomBytes(5 << 20);
    const [there, back] = [join(home, "there"), join(home, "back")];
    writeFileSync(there, data);
    expect(await android.push(there, "/sdcard/Download/file.bin")).toBe(data.length);
    expect(await android.pull("/sdcard/Download/file.bin", back)).toBe(data.length);
    const hash = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    expect(hash(readFileSync(back))).toBe(hash(data));
    await expect(android.pull("/sdcard/nothing", back)).rejects.toMatchObject({
      code: "device-command-failed",
    });
    expect(hash(readFileSync(back))).toBe(hash(data));
  });

  it("presses keys, swipes, starts and stops apps, and reads the log", async () => {
    await android.pressKey("back");
    await android.pressKey("KEYCODE_CAMERA");
    await android.swipeTowards("up");
    await android.startApp("com.example.shop");
    await android.stopApp("com.example.shop");
    expect(phone.journal()).toEqual([
      "key KEYCODE_BACK",
      "key KEYCODE_CAMERA",
      "swipe 540 1800 540 720 300",
      "start com.example.shop",
      "stop com.example.shop",
    ]);
    expect(await android.apps()).toEqual(["com.example.shop"]);
    expect(await android.log(2)).toBe(
      "12-01 12:00:02.000 I/Shop: line 2\n12-01 12:00:03.000 I/Shop: line 3\n",
    );
    await expect(android.startApp("com.example.none")).rejects.toMatchObject({
      code: "device-command-failed",
    });
    await expect(android.pressKey("any")).rejects.toMatchObject({ code: "invalid-options" });
  });

  it("tries a dump again that failed, and never shows the one before", async () => {
    await android.tree();
    phone.write("dump-fails", "2");
    expect((await android.tree()).text).toContain("Shop");
    phone.write("dump-fails", "3");
    await expect(android.tree()).rejects.toMatchObject({
      code: "no-tree",
      message: expect.stringContaining("idle state"),
    });
  });
});

it("lists what the adb program also sees", async () => {
  const phone = await startPhone();
  const android = await openAndroid({ serial: phone.address, env, stateDir: home });
  try {
    expect(await listAndroids({ env })).toContainEqual({
      serial: phone.address,
      state: "device",
      model: "Fake_One",
    });
    const args = ["-s", phone.address, "shell", "input tap 1 1; echo ok"];
    const { stdout } = await promisify(execFile)("adb", args, { env, timeout: 10_000 });
    expect(stdout).toBe("ok\n");
  } finally {
    await android.close();
    await phone.close();
  }
});

it("speaks to devices without the shell protocol", async () => {
  const phone = await startPhone({ shellV2: false });
  const android = await openAndroid({ direct: phone.address, env, stateDir: home });
  try {
    expect(await android.shell("echo out; exit 3")).toMatchObject({
      exitCode: 3,
      stdout: Buffer.from("out\n"),
    });
  } finally {
    await android.close();
    await phone.close();
  }
});

it("reads the screen by OCR where the device gives no tree, with ids that tap", async () => {
  const phone = await startPhone();
  const android = await openAndroid({ direct: phone.address, env, stateDir: home });
  const text = (words: string, y: number) => `<text x="100" y="${y}" font-size="60">${words}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1080" height="2400"><rect width="1080" height="2400" fill="white"/><g font-family="sans-serif">${text("Welcome", 200)}${text("Find boots", 580)}</g></svg>`;
  await sharp(Buffer.from(svg)).png().toFile(join(phone.dir, "shop.png"));
  phone.write("dump-fails", "99");
  const ocr = await openOcr({ engine: "tesseract", languages: ["eng"] });
  try {
    const { text } = await android.tree({ ocr: async () => ocr });
    expect(text).toMatch(/^# read by OCR, because there is no tree\n/);
    const id = /\[(\d+) Find boots\]/.exec(text)?.[1];
    phone.write("dump-fails", "0");
    expect((await android.act(id!, "press")).text).toContain("3 found");
  } finally {
    await ocr.close();
    await android.close();
    await phone.close();
  }
}, 180_000);
