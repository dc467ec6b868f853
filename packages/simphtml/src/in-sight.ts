import { type Box, type Clip, isEmpty, within } from "./clip.js";
import type { LiveDom } from "./live-dom.js";

/** Where text of a taller box stands is not told well enough by the box. */
const MAX_HEIGHT = 300;

/**
 * A box that lies whole in what is not cut vouches for the text in it, as long as nothing between them moves or cuts
 * anything: one box is asked for instead of those of all its texts.
 */
export class InSight {
  #top: number | "unasked" | undefined = "unasked";

  constructor(
    private readonly element: Element,
    private readonly clip: Clip,
    /** The box around it, if that may vouch for this one's text as well. */
    private readonly outer: InSight | undefined,
  ) {}

  /** It is known to vouch for the text in it: no box inside it need be asked. */
  get vouches(): boolean {
    return typeof this.#top === "number";
  }

  /** Top of the outermost box that vouches for the text, or undefined when none does. */
  top(dom: LiveDom): number | undefined {
    if (this.#top !== "unasked") return this.#top;
    const unasked: InSight[] = [];
    let at: InSight | undefined = this;
    for (; at !== undefined && at.#top === "unasked"; at = at.outer) unasked.push(at);
    let top = at === undefined || at.#top === "unasked" ? undefined : at.#top;
    for (const one of unasked.reverse()) {
      top ??= one.#ask(dom);
      one.#top = top;
    }
    return top;
  }

  #ask(dom: LiveDom): number | undefined {
    const { flow } = this.clip;
    const box = dom.box(this.element);
    if (box.height > MAX_HEIGHT || isEmpty(box) || !within(box, flow)) return undefined;
    return isOpen(flow) || this.#holdsAll(dom, box) ? box.top : undefined;
  }

  /** Nothing reaches out of it, to where it would be cut. */
  #holdsAll(dom: LiveDom, box: DOMRect): boolean {
    const { width, height } = dom.reach(this.element);
    return width <= Math.ceil(box.width) && height <= Math.ceil(box.height);
  }
}

const isOpen = ({ right, bottom, scrolls }: Box): boolean =>
  scrolls === true || (right === Infinity && bottom === Infinity);
