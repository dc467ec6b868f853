import type { Android, AndroidAction, OcrEngine, Point } from "@genericagent/device";
import type { Command } from "commander";
import { stateDir } from "./device-desktop-commands.js";
import { keepPicture, type OcrFlags, printText, withLanguage } from "./device-picture-commands.js";
import { numbers, oneNumber, pointOf, print, printChanges } from "./device-print.js";

interface Flags {
  json?: boolean;
}

/** `ga device android …` */
export function addAndroidCommand(device: Command): void {
  const android = device
    .command("android")
    .enablePositionalOptions()
    .description("an Android device; the only one, or the one of --serial or --direct")
    .option("--serial <serial>", "which device; host:port is connected to")
    .option("--direct <host:port>", "speak to the device itself, without an adb server");
  const withAndroid = async <T>(work: (android: Android) => Promise<T>): Promise<T> => {
    const { openAndroid } = await import("@genericagent/device");
    const opened = await openAndroid({ ...android.opts(), stateDir: stateDir() });
    try {
      return await work(opened);
    } finally {
      await opened.close();
    }
  };
  addDevices(android);
  addTree(android, withAndroid);
  addHands(android, withAndroid);
  addApps(android, withAndroid);
  addFiles(android, withAndroid);
  addEyes(android, withAndroid);
}

type WithAndroid = <T>(work: (android: Android) => Promise<T>) => Promise<T>;
const withJson = (command: Command): Command => command.option("--json", "print one line of JSON");

function addDevices(android: Command): void {
  withJson(android.command("devices"))
    .description("what the adb server knows, also what cannot be used")
    .action(async ({ json }: Flags) => {
      const { listAndroids } = await import("@genericagent/device");
      const devices = await listAndroids();
      print(json, devices, () =>
        devices.length > 0
          ? devices.map(({ serial, state, model = "" }) => `${serial}  ${state}  ${model}`.trim())
          : ["No Android device is connected."],
      );
    });
}

function addTree(android: Command, withAndroid: WithAndroid): void {
  withJson(android.command("tree"))
    .description("the screen as text with ids; read by OCR where the device gives no tree")
    .option("--all", "every row of long lists")
    .action(async ({ json, all = false }: Flags & { all?: boolean }) => {
      const opened: OcrEngine[] = [];
      const ocr = async () => {
        const { openOcr } = await import("@genericagent/device");
        opened.push(await openOcr());
        return opened[0]!;
      };
      const view = await withAndroid((device) => device.tree({ all, ocr })).finally(() => opened[0]?.close());
      print(json, { lines: view.lines }, () => view.lines);
    });
  const add = (name: string, action: AndroidAction, description: string, value?: string) => {
    const command = withJson(android.command(name))
      .description(description)
      .argument("<id>", "an id of the tree");
    if (value) command.argument(value);
    command.action(async (id: string, ...rest: unknown[]) => {
      const text = value ? (rest[0] as string) : undefined;
      const { json } = rest[value ? 1 : 0] as Flags;
      await withAndroid(async (device) => printChanges(json, await device.act(id, action, text)));
    });
  };
  add("press", "press", "tap a node of the tree");
  add("long-press", "long-press", "keep a finger on a node");
  add("set", "set-text", "replace what stands in a field", "<text>");
}

function addHands(android: Command, withAndroid: WithAndroid): void {
  const done = (json: boolean | undefined, words: string) =>
    print(json, { done: words }, () => [`${words}.`]);
  withJson(android.command("tap"))
    .argument("<x,y>", "in pixels of the screen", numbers(2, "x,y"))
    .action(async (at: number[], { json }: Flags) => {
      await withAndroid((device) => device.tap(pointOf(at)));
      done(json, `Tapped ${at.join(",")}`);
    });
  withJson(android.command("swipe"))
    .description("a direction, in which the finger goes, or from a point to a point")
    .argument("<from>", "up, down, left, right, or x,y")
    .argument("[to]", "x,y", numbers(2, "x,y"))
    .action(async (from: string, to: number[] | undefined, { json }: Flags) => {
      await withAndroid((device) => swipe(device, from, to && pointOf(to)));
      done(json, "Swiped");
    });
  withJson(android.command("type"))
    .description("type into what has the focus")
    .argument("<text>")
    .action(async (text: string, { json }: Flags) => {
      await withAndroid((device) => device.type(text));
      done(json, `Typed ${[...text].length} characters`);
    });
  withJson(android.command("key"))
    .description("back, home, recents, enter, … or a name such as KEYCODE_CAMERA")
    .argument("<keys...>")
    .action(async (keys: string[], { json }: Flags) => {
      await withAndroid(async (device) => {
        for (const key of keys) await device.pressKey(key);
      });
      done(json, `Pressed ${keys.join(" ")}`);
    });
}

async function swipe(device: Android, from: string, to: Point | undefined): Promise<void> {
  const direction = /^(up|down|left|right)$/.exec(from)?.[1] as "up" | "down" | "left" | "right" | undefined;
  if (direction) return device.swipeTowards(direction);
  const start = numbers(2, "up, down, left, right, or x,y")(from);
  await device.swipe(pointOf(start), to ?? pointOf(start));
}

function addApps(android: Command, withAndroid: WithAndroid): void {
  withJson(android.command("apps"))
    .option("--all", "also those of the system")
    .action(async ({ json, all = false }: Flags & { all?: boolean }) => {
      const apps = await withAndroid((device) => device.apps(all));
      print(json, apps, () => apps);
    });
  for (const [name, word] of [
    ["start", "Started"],
    ["stop", "Stopped"],
  ] as const)
    withJson(android.command(name))
      .argument("<app>", "a package")
      .action(async (app: string, { json }: Flags) => {
        await withAndroid((device) => (name === "start" ? device.startApp(app) : device.stopApp(app)));
        print(json, { app }, () => [`${word} ${app}.`]);
      });
  android
    .command("shell")
    .description("run a command on the device; its exit code is this one's")
    .argument("<command...>")
    .option("--timeout <seconds>", "default 30", oneNumber, 30)
    .passThroughOptions()
    .action(async (words: string[], { timeout }: { timeout: number }) => {
      const result = await withAndroid((device) =>
        device.shell(words.join(" "), { timeoutMs: timeout * 1000 }),
      );
      process.stdout.write(result.stdout);
      process.stderr.write(result.stderr);
      process.exitCode = result.exitCode;
    });
  withJson(android.command("log"))
    .description("the last lines of the device's log")
    .argument("[lines]", "default 100", oneNumber, 100)
    .action(async (lines: number, { json }: Flags) => {
      const text = await withAndroid((device) => device.log(lines));
      print(json, { log: text }, () => [text.trimEnd()]);
    });
}

function addFiles(android: Command, withAndroid: WithAndroid): void {
  const add = (name: "push" | "pull", from: string, to: string) =>
    withJson(android.command(name))
      .argument(from)
      .argument(to)
      .action(async (source: string, target: string, { json }: Flags) => {
        const bytes = await withAndroid((device) => device[name](source, target));
        print(json, { bytes }, () => [`${bytes} bytes from ${source} to ${target}.`]);
      });
  add("push", "<local>", "<remote>");
  add("pull", "<remote>", "<local>");
}

function addEyes(android: Command, withAndroid: WithAndroid): void {
  withJson(android.command("shot"))
    .description("write a picture of the screen to a file, and say what showing it to a model costs")
    .option("-o, --output <file>")
    .option("--max-side <pixels>", "make it smaller, which costs fewer tokens", oneNumber)
    .action(async (flags: Flags & { output?: string; maxSide?: number }) =>
      keepPicture(await withAndroid((device) => device.shot()), flags),
    );
  withLanguage(withJson(android.command("ocr")))
    .option("--boxes", "with the middle of each text, to be tapped")
    .option("--thorough", "read it twice and find more")
    .action(async (flags: Flags & OcrFlags) =>
      printText(await withAndroid((device) => device.shot()), flags),
    );
}
