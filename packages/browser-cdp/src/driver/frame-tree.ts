import type { CdpSession } from "../browser-link.js";
import { Frame } from "./frame.js";

interface AttachedTarget {
  sessionId: string;
  targetInfo: { targetId: string; type: string };
}

interface FrameNavigated {
  frame: { id: string; parentId?: string; url: string; loaderId: string };
}

/** Letters for the handles of frames. `e` begins every handle and `h1` is a heading, so neither is used. */
const LETTERS = "abcdfgijklmnopqrstuvwxyz";

/** The frames of a tab, those in other processes too. */
export class FrameTree {
  readonly #frames = new Map<string, Frame>();
  /** Sessions of frames with a process of their own, by frame id. */
  readonly #remote = new Map<string, CdpSession>();
  readonly #letters = new Map<string, string>();

  private constructor(
    readonly session: CdpSession,
    readonly main: Frame,
  ) {
    this.#frames.set(main.frameId, main);
  }

  static async open(session: CdpSession): Promise<FrameTree> {
    const { frameTree } = await session.send<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree");
    const tree = new FrameTree(session, new Frame(session, frameTree.frame.id));
    await tree.#follow(session);
    return tree;
  }

  /** The frame of an `<iframe>` element that the page script could not read. */
  async frameOf(parent: Frame, elementId: string): Promise<Frame | undefined> {
    const { node } = await parent.session.send<{
      node: { frameId?: string; contentDocument?: { frameId?: string } };
    }>("DOM.describeNode", { objectId: elementId });
    const frameId = node.frameId ?? node.contentDocument?.frameId;
    if (!frameId) return undefined;
    const session = this.#remote.get(frameId) ?? parent.session;
    const known = this.#frames.get(frameId);
    if (known?.session === session) return known;
    const frame = new Frame(session, frameId, parent);
    this.#frames.set(frameId, frame);
    return frame;
  }

  /** The letter of a frame's handles, the same from scan to scan; empty for the page itself. */
  prefixOf({ frameId }: Frame): string {
    if (frameId === this.main.frameId) return "";
    const known = this.#letters.get(frameId);
    if (known) return known;
    const letter = [...LETTERS].find((one) => ![...this.#letters.values()].includes(one)) ?? "z";
    this.#letters.set(frameId, letter);
    return letter;
  }

  /** The frame that a handle belongs to: `e12` to the page, `a12` and `ea12` to the frame with the letter a. */
  frameOfHandle(handle: string): Frame | undefined {
    const [, letter] = /^e?([a-z]?)\d+$/.exec(handle) ?? [];
    if (letter === undefined) return undefined;
    if (letter === "") return this.main;
    const frameId = [...this.#letters].find(([, own]) => own === letter)?.[0];
    return frameId === undefined ? undefined : this.#frames.get(frameId);
  }

  async #follow(session: CdpSession): Promise<void> {
    session.on<AttachedTarget>("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
      if (targetInfo.type !== "iframe") return;
      const child = session.child(sessionId);
      this.#remote.set(targetInfo.targetId, child);
      void child.closed.then(() => {
        if (this.#remote.get(targetInfo.targetId) === child) this.#drop(targetInfo.targetId);
      });
      this.#follow(child).catch(() => {});
    });
    session.on<FrameNavigated>("Page.frameNavigated", ({ frame }) =>
      this.#frames.get(frame.id)?.forgetWorld(),
    );
    session.on<{ frameId: string; reason: string }>("Page.frameDetached", ({ frameId, reason }) => {
      if (reason !== "swap") this.#drop(frameId);
    });
    await session.send("Page.enable");
    await session.send("Target.setAutoAttach", {
      autoAttach: true,
      waitForDebuggerOnStart: false,
      flatten: true,
      filter: [{ type: "iframe", exclude: false }],
    });
  }

  #drop(frameId: string): void {
    this.#remote.delete(frameId);
    if (frameId === this.main.frameId) return;
    this.#frames.delete(frameId);
    this.#letters.delete(frameId);
  }
}
