import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export interface TestDesktop {
  /** What a program needs to be on this desktop; a home of its own. */
  env: NodeJS.ProcessEnv;
  dir: string;
  /** Starts a program on it and waits for the line. */
  start(command: string, args: string[], line?: RegExp): Promise<ChildProcess>;
  stop(): Promise<void>;
}

/** A display, a session bus, the accessibility bus and a window manager, without systemd. */
export async function startDesktop(size = "1280x800", windowManager = ["openbox"]): Promise<TestDesktop> {
  const dir = mkdtempSync(join(tmpdir(), "ga-desktop-"));
  const runtime = join(dir, "run");
  mkdirSync(runtime, { mode: 0o700 });
  const children: ChildProcess[] = [];
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: dir,
    XDG_RUNTIME_DIR: runtime,
    LANG: "C.UTF-8",
    GTK_IM_MODULE: "gtk-im-context-simple",
    NO_AT_BRIDGE: "0",
  };
  // Each leads a group of its own, so that what it starts ends with it.
  const launch = (command: string, args: string[], output: 1 | 2 | 3): ChildProcess => {
    const stdio = ["ignore", "ignore", "ignore", "ignore"] as ("ignore" | "pipe")[];
    stdio[output] = "pipe";
    const child = spawn(command, args, { env, cwd: dir, stdio, detached: true });
    child.on("error", (error) => console.error(`${command}: ${error.message}`));
    children.push(child);
    return child;
  };
  const start = async (command: string, args: string[], line?: RegExp): Promise<ChildProcess> => {
    const child = launch(command, args, 1);
    if (line) await firstMatch(child, 1, line);
    return child;
  };
  const stop = async () => {
    await Promise.all(children.reverse().map(endGroup));
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const xvfb = launch(
      "Xvfb",
      ["-displayfd", "3", "-screen", "0", `${size}x24`, "-nolisten", "tcp", "-noreset"],
      3,
    );
    env.DISPLAY = `:${(await firstMatch(xvfb, 3, /^(\d+)\n/))[1]}`;
    const bus = launch("dbus-daemon", ["--session", "--nofork", "--print-address=1"], 1);
    env.DBUS_SESSION_BUS_ADDRESS = (await firstMatch(bus, 1, /^(.+)\n/))[1]!;
    launch("/usr/libexec/at-spi-bus-launcher", ["--launch-immediately"], 1);
    for (const program of windowManager) {
      launch(program, [], 1);
      await succeeds("wmctrl", ["-m"], env);
    }
    await succeeds("dbus-send", [...OWNER_OF, "string:org.a11y.Bus"], env);
    return { env, dir, start, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const OWNER_OF = [
  "--session",
  "--print-reply",
  "--dest=org.freedesktop.DBus",
  "/",
  "org.freedesktop.DBus.GetNameOwner",
];

/** Until the program that was started can be asked. */
async function succeeds(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(20)) {
    const child = spawn(command, args, { env, stdio: "ignore" });
    if ((await once(child, "exit"))[0] === 0) return;
  }
  throw new Error(`${command} ${args.join(" ")} did not succeed within 20 s`);
}

/** The form of the tests: a real GTK program that shows what was saved, emoji by their numbers. */
export async function startForm(desktop: TestDesktop, title = "Order form"): Promise<ChildProcess> {
  const file = join(desktop.dir, "form.py");
  writeFileSync(file, FORM);
  return desktop.start("/usr/bin/python3", ["-u", file, title], /ready/);
}

const FORM = `
import gi, sys
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, Gdk
css = Gtk.CssProvider(); css.load_from_data(b"* { font: 20px sans-serif; }")
Gtk.StyleContext.add_provider_for_screen(Gdk.Screen.get_default(), css, 600)
window = Gtk.Window(title=sys.argv[1]); window.set_default_size(760, 460)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=10, margin=20); window.add(box)
entries = []
for text in ("Name", "City", "Mood", "Secret"):
    row = Gtk.Box(spacing=8); label = Gtk.Label(label=text); entry = Gtk.Entry()
    entry.get_accessible().set_name(text)
    if text == "Secret": entry.set_visibility(False)
    row.pack_start(label, False, False, 0); row.pack_start(entry, True, True, 0)
    box.pack_start(row, False, False, 0); entries.append(entry)
express = Gtk.CheckButton(label="Express"); box.pack_start(express, False, False, 0)
size = Gtk.ComboBoxText()
for text in ("Small", "Medium", "Large"): size.append_text(text)
size.set_active(0); box.pack_start(size, False, False, 0)
save = Gtk.Button(label="Save order"); box.pack_start(save, False, False, 0)
saved = Gtk.Label(label="Nothing saved"); box.pack_start(saved, False, False, 0)
def plain(text): return "".join(c if ord(c) < 0x1f000 else "U+%X" % ord(c) for c in text)
def on_save(_):
    words = [plain(e.get_text()) for e in entries[:3]] + [size.get_active_text()]
    saved.set_text("Saved " + " ".join(words) + (" express" if express.get_active() else ""))
save.connect("clicked", on_save)
window.connect("destroy", Gtk.main_quit)
window.connect("map-event", lambda *_: print("ready"))
window.show_all(); Gtk.main()
`;

async function firstMatch(child: ChildProcess, output: number, pattern: RegExp): Promise<RegExpExecArray> {
  let seen = "";
  const stream = child.stdio[output]! as NodeJS.ReadableStream;
  const found = new Promise<RegExpExecArray>((resolve, reject) => {
    stream.on("data", (chunk: Buffer) => {
      seen += chunk.toString("utf8");
      const match = pattern.exec(seen);
      if (match) resolve(match);
    });
    child.once("error", reject);
    child.once("exit", (code) =>
      reject(new Error(`${child.spawnfile} ended with ${code}; it wrote: ${seen}`)),
    );
  });
  found.catch(() => {});
  const late = sleep(20_000, undefined, { ref: false }).then(() => {
    throw new Error(`${child.spawnfile} did not write ${pattern} in 20 s; it wrote: ${seen}`);
  });
  return Promise.race([found, late]);
}

async function endGroup(child: ChildProcess): Promise<void> {
  if (!child.pid) return;
  const ended = child.exitCode === null && child.signalCode === null ? once(child, "exit") : undefined;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // The whole group has ended.
  }
  await ended;
}
