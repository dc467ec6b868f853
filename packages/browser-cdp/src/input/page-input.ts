import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { BrowserError } from "../browser-error.js";
import type { Dialogs } from "../driver/dialogs.js";
import type { FrameTree } from "../driver/frame-tree.js";
import { clickPoint, type Place, type Point } from "./click-point.js";
import { pressKeys, typeText } from "./keyboard.js";
import { type ClickOptions, clickMouse, moveMouse, turnWheel } from "./mouse.js";
import { CHOOSE, FOCUS, MIDDLE, watchScroll } from "./page-functions.js";
import { type Element, findElement, type Target } from "./target.js";

export interface TypeOptions {
  /** Default false: what is in the field stays, and the text comes after it. */
  clear?: boolean;
}

/** Input as from a person: events are trusted. What is covered is not clicked. */
export class PageInput {
  constructor(
    private readonly tree: FrameTree,
    private readonly dialogs: Dialogs,
  ) {}

  /** @throws BrowserError `covered`, `unknown-handle` */
  async click(target: Target | Point, options?: ClickOptions): Promise<void> {
    await this.#act("click", async () => {
      const { frame, point } = await this.#placeOf(target);
      await clickMouse(frame.session, point, options);
    });
  }

  async hover(target: Target | Point): Promise<void> {
    await this.#act("hover", async () => {
      const { frame, point } = await this.#placeOf(target);
      await moveMouse(frame.session, point);
    });
  }

  async type(target: Target, text: string, { clear = false }: TypeOptions = {}): Promise<void> {
    await this.#act("type", async () => {
      const { frame, objectId } = await findElement(this.tree, target);
      const problem = await frame.call<string | undefined>(objectId, FOCUS, [clear]);
      if (problem) throw new BrowserError("invalid-options", `Cannot type into ${target}: ${problem}.`);
      if (clear) await pressKeys(this.tree.session, "Delete");
      await typeText(this.tree.session, text);
    });
  }

  /** A key, a chord, or several of them after one another. */
  async press(...chords: string[]): Promise<void> {
    await this.#act("press keys", async () => {
      for (const chord of chords) await pressKeys(this.tree.session, chord);
    });
  }

  /** Turns the wheel over the target, or over the middle of the page. */
  async scroll(deltaY: number, target?: Target, deltaX = 0): Promise<void> {
    await this.#act("scroll", async () => {
      const { frame, point } = await this.#placeOf(target ?? (await this.#middle()));
      await frame.run(watchScroll(point.x, point.y, deltaX, deltaY));
      await turnWheel(frame.session, point, deltaX, deltaY);
      await frame.run("gaScroll()");
    });
  }

  /** Chooses options by value or label, all others off. @returns the labels that are chosen now. */
  async select(target: Target, ...wanted: string[]): Promise<string[]> {
    return this.#act("select", async () => {
      const { frame, objectId } = await findElement(this.tree, target);
      const answer = await frame.call<string[] | { problem: string }>(objectId, CHOOSE, [wanted]);
      if (Array.isArray(answer)) return answer;
      throw new BrowserError("invalid-options", `Cannot choose in ${target}: ${answer.problem}.`);
    });
  }

  /** Gives files to a file input, whether it is drawn or not. */
  async upload(target: Target, ...paths: string[]): Promise<void> {
    const files = paths.map((path) => resolve(path));
    for (const file of files) {
      await access(file).catch((error) => {
        throw new BrowserError("invalid-options", `Cannot upload ${file}: it cannot be read.`, error);
      });
    }
    await this.#act("upload", async () => {
      const { frame, objectId } = await findElement(this.tree, target);
      await frame.session.send("DOM.setFileInputFiles", { files, objectId });
    });
  }

  async find(target: Target): Promise<Element> {
    return findElement(this.tree, target);
  }

  async #placeOf(target: Target | Point): Promise<Place> {
    if (typeof target === "object") return { frame: this.tree.main, point: target };
    return clickPoint(await findElement(this.tree, target), target);
  }

  async #middle(): Promise<Point> {
    return this.tree.main.run<Point>(MIDDLE);
  }

  /** What opens a dialog that stays has done its work: the dialog is in the report. */
  async #act<T>(what: string, run: () => Promise<T>): Promise<T> {
    if (this.dialogs.open) return this.dialogs.guard(what, run);
    try {
      return await this.dialogs.guard(what, run);
    } catch (error) {
      if (error instanceof BrowserError && error.code === "dialog-open") return undefined as T;
      throw error;
    } finally {
      this.tree.main.releaseObjects();
    }
  }
}
