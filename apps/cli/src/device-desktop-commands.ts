import { join } from "node:path";
import { findDataHome } from "@genericagent/agent";
import type { Desktop, NodeAction } from "@genericagent/device";
import type { Command } from "commander";
import { oneNumber, parsePoint, pointOf, print, printChanges } from "./device-print.js";

interface Flags {
  json?: boolean;
}

/** Where ids live between two calls of `ga device`. */
export const stateDir = (): string => join(findDataHome({ cwd: process.cwd() }), "device");

/** Opens the desktop, and closes it whatever happens. */
export async function withDesktop<T>(work: (desktop: Desktop) => Promise<T>): Promise<T> {
  const { openDesktop } = await import("@genericagent/device");
  const desktop = await openDesktop({ stateDir: stateDir() });
  try {
    return await work(desktop);
  } finally {
    await desktop.close();
  }
}

export function addDesktopCommands(device: Command): void {
  addTree(device);
  addActs(device);
  addKeyboard(device);
  addMouse(device);
  addWindow(device);
}

const withJson = (command: Command): Command => command.option("--json", "print one line of JSON");

function addTree(device: Command): void {
  withJson(device.command("tree"))
    .description("the active window as text, with an id at everything that can be operated")
    .option("-w, --window <words>", "an id of `ga device window`, or words of a title or an application")
    .option("--all", "every row of long lists")
    .action(async ({ json, ...options }: Flags & { window?: string; all?: boolean }) => {
      const view = await withDesktop((desktop) => desktop.tree(options));
      print(json, { lines: view.lines }, () => view.lines);
    });
}

/** They work through the application, so also on what is covered, and print what changed. */
function addActs(device: Command): void {
  const add = (name: string, action: NodeAction, description: string, value?: string) => {
    const command = withJson(device.command(name))
      .description(description)
      .argument("<id>", "an id of the tree");
    if (value) command.argument(value);
    command.action(async (id: string, ...rest: unknown[]) => {
      const text = value ? (rest[0] as string | undefined) : undefined;
      const { json } = rest[value ? 1 : 0] as Flags;
      await withDesktop(async (desktop) => printChanges(json, await desktop.act(id, action, text)));
    });
  };
  add("press", "press", "press a node of the tree, also when it is covered");
  add("set", "set-text", "put a text into a field", "<text>");
  add("select", "select", "select a node, or an option in it", "[option]");
  add("focus", "focus", "give a node the keyboard");
}

function addKeyboard(device: Command): void {
  withJson(device.command("type"))
    .description("type into what has the keyboard; other than ASCII by the clipboard")
    .argument("<text>")
    .option("--paste-keys <keys>", "what pastes there; terminals want ctrl+shift+v")
    .action(async (text: string, { json, pasteKeys }: Flags & { pasteKeys?: string }) => {
      await withDesktop((desktop) => desktop.type(text, pasteKeys));
      print(json, { typed: [...text].length }, () => [`Typed ${[...text].length} characters.`]);
    });
  withJson(device.command("key"))
    .description("press keys, for example enter, ctrl+shift+t, alt+f4")
    .argument("<keys...>")
    .action(async (chords: string[], { json }: Flags) => {
      await withDesktop(async (desktop) => {
        for (const chord of chords) await desktop.pressKeys(chord);
      });
      print(json, { pressed: chords }, () => [`Pressed ${chords.join(" ")}.`]);
    });
}

function addMouse(device: Command): void {
  withJson(device.command("scroll"))
    .description("turn the wheel; down and right are positive")
    .argument("<steps>", "for example 3, or -3 for up", oneNumber)
    .argument("[sideways]", "steps to the right", oneNumber, 0)
    .option("--at <x,y>", "where", parsePoint)
    .action(async (steps: number, sideways: number, { json, at }: Flags & { at?: number[] }) => {
      await withDesktop(async (desktop) => {
        if (at) await desktop.driver.moveTo(pointOf(at));
        await desktop.scroll(sideways, steps);
      });
      print(json, { steps, sideways }, () => ["Scrolled."]);
    });
  withJson(device.command("drag"))
    .description("press here, move, let go there")
    .argument("<from>", "x,y", parsePoint)
    .argument("<to>", "x,y", parsePoint)
    .action(async (from: number[], to: number[], { json }: Flags) => {
      await withDesktop((desktop) => desktop.drag(pointOf(from), pointOf(to)));
      print(json, { from, to }, () => ["Dragged."]);
    });
}

function addWindow(device: Command): void {
  const window = device.command("window").description("list, focus and move windows");
  withJson(window.command("list", { isDefault: true }))
    .description("the windows, the one on top first")
    .action(async ({ json }: Flags) => {
      const windows = await withDesktop((desktop) => desktop.windows());
      print(json, windows, () =>
        windows.map(({ id, title, app, bounds: b, focused, minimized }) => {
          const state = `${focused ? " (focused)" : ""}${minimized ? " (minimised)" : ""}`;
          return `${id}  ${title} · ${app}  ${b.width}x${b.height} at ${b.x},${b.y}${state}`;
        }),
      );
    });
  withJson(window.command("focus"))
    .argument("<id>")
    .action(async (id: string, { json }: Flags) => {
      await withDesktop((desktop) => desktop.focusWindow(id));
      print(json, { id }, () => [`Focused ${id}.`]);
    });
  withJson(window.command("move"))
    .argument("<id>")
    .argument("<to>", "x,y", parsePoint)
    .option("--size <w,h>", "resize it too", parsePoint)
    .action(async (id: string, to: number[], { json, size }: Flags & { size?: number[] }) => {
      const bounds = { ...pointOf(to), ...(size && { width: size[0]!, height: size[1]! }) };
      await withDesktop((desktop) => desktop.moveWindow(id, bounds));
      print(json, { id, ...bounds }, () => [`Moved ${id}.`]);
    });
}
