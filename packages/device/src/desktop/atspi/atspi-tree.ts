import { errorMessage } from "@genericagent/core-loop";
import { DeviceError } from "../../device-error.js";
import type { Rect } from "../../geometry.js";
import type { DesktopTree, NodeAction, ReadTreeOptions } from "../desktop-driver.js";
import { actOnAtspi } from "./act-on-atspi.js";
import { AtspiBus, type AtspiRef } from "./atspi-bus.js";
import { hasState } from "./atspi-words.js";
import { buildAtspiTree, refOf } from "./build-atspi-tree.js";
import { readAtspiNodes } from "./read-atspi-nodes.js";

interface TopWindow {
  ref: AtspiRef;
  app: string;
  title: string;
  active: boolean;
  shown: boolean;
}

interface Listing {
  windows: TopWindow[];
  /** Why an application could not be asked. */
  silent: string[];
}

/** Which windows to read: an id of the system is turned into a title by the caller. */
export type AtspiTreeOptions = ReadTreeOptions & { title?: string };

/** The accessibility tree of a Linux desktop. The bus is opened with the first call. */
export class AtspiTree {
  readonly #env: NodeJS.ProcessEnv;
  #opened: Promise<AtspiBus> | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  async read({ window, title, bounds = false }: AtspiTreeOptions): Promise<DesktopTree> {
    const bus = await this.#bus();
    const { windows, silent } = await listWindows(bus);
    const wanted = choose(windows, title ?? window);
    if (wanted.length === 0) throw nothingToRead(windows, silent, title ?? window);
    const trees = await Promise.all(
      wanted.map(async ({ ref, app }) => {
        const tree = await buildAtspiTree(bus, await readAtspiNodes(bus, ref), ref, bounds);
        return { ...tree, value: app };
      }),
    );
    const others = windows
      .filter((one) => one.shown && !wanted.includes(one))
      .map(({ title, app }) => `${title} · ${app}`);
    return { windows: trees, others: [...others, ...silent] };
  }

  async act(key: string, action: NodeAction, value?: string): Promise<void> {
    await actOnAtspi(await this.#bus(), refOf(key), action, value).catch(explain);
  }

  async boundsOf(key: string): Promise<Rect> {
    const call = { face: "Component", member: "GetExtents", signature: "u", body: [0] };
    const [extents] = await (await this.#bus()).call({ ref: refOf(key), ...call }).catch(explain);
    const [x, y, width, height] = extents as [number, number, number, number];
    return { x, y, width, height };
  }

  async close(): Promise<void> {
    (await this.#opened?.catch(() => undefined))?.close();
  }

  #bus(): Promise<AtspiBus> {
    this.#opened ??= AtspiBus.open(this.#env).catch((error) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }
}

async function listWindows(bus: AtspiBus): Promise<Listing> {
  const windows: TopWindow[] = [];
  const silent: string[] = [];
  await Promise.all(
    (await bus.applications()).map(async (app) => {
      try {
        windows.push(...(await windowsOf(bus, app)));
      } catch (error) {
        // What has just ended is still listed for a moment.
        if ((error as { code?: string }).code === "no-answer")
          silent.push(`(application ${app[0]}: ${errorMessage(error).trim()})`);
      }
    }),
  );
  return { windows, silent };
}

async function windowsOf(bus: AtspiBus, app: AtspiRef): Promise<TopWindow[]> {
  const [[children], name] = await Promise.all([
    bus.call({ ref: app, face: "Accessible", member: "GetChildren" }),
    bus.property<string>(app, "Accessible", "Name"),
  ]);
  return Promise.all(
    (children as AtspiRef[]).map(async (ref) => {
      const [title, [states]] = await Promise.all([
        bus.property<string>(ref, "Accessible", "Name"),
        bus.call({ ref, face: "Accessible", member: "GetState" }),
      ]);
      const has = (state: "active" | "showing") => hasState(states as number[], state);
      return { ref, app: name ?? "", title: title ?? "", active: has("active"), shown: has("showing") };
    }),
  );
}

/** By words of the title or the application; else the active window and what it opened; else all there is. */
function choose(windows: TopWindow[], words: string | undefined): TopWindow[] {
  const shown = windows.filter((one) => one.shown);
  if (words !== undefined) {
    const exact = shown.filter(({ title }) => title === words);
    const wanted = words.toLowerCase();
    const fits = ({ title, app }: TopWindow) => `${title}\n${app}`.toLowerCase().includes(wanted);
    return exact.length > 0 ? exact : shown.filter(fits);
  }
  const active = shown.find((one) => one.active);
  if (!active) return shown.slice(0, 1);
  return shown.filter((one) => one === active || (one.ref[0] === active.ref[0] && one.title === ""));
}

function nothingToRead(windows: TopWindow[], silent: string[], words: string | undefined): DeviceError {
  const hanging = silent.length > 0 ? ` Not readable: ${silent.join("; ")}` : "";
  if (words === undefined)
    return new DeviceError(
      silent.length > 0 ? "no-answer" : "no-tree",
      `No window shows an accessibility tree.${hanging} Read the screen with ocr instead.`,
    );
  const titles = windows.map(({ title, app }) => `"${title}" (${app})`).join(", ") || "none";
  return new DeviceError(
    silent.length > 0 ? "no-answer" : "no-such-window",
    `No readable window fits "${words}". The readable windows are: ${titles}.${hanging}`,
  );
}

/** A node that is gone, in the words of D-Bus. */
function explain(error: unknown): never {
  if (error instanceof DeviceError) throw error;
  throw new DeviceError(
    "unknown-id",
    `The node is gone or does not take this: ${errorMessage(error).trim()}. Read the tree again.`,
    error,
  );
}
