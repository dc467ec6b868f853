import type { Line } from "./line.js";

/**
 * Numbers for elements. An element keeps its number while it lives, over any number of scans, and nothing is
 * written into the page: the numbers stand in a map of this script's own world.
 */
export class Handles {
  readonly #ids = new WeakMap<Element, string>();
  readonly #placeKeys = new WeakMap<Node, number>();
  readonly #elements = new Map<string, WeakRef<Element>>();
  readonly #ranges = new Map<string, Range>();
  readonly #rests = new Map<string, WeakRef<Element>>();
  readonly #rangeIds = new Map<string, string>();
  #count = 0;
  #places = 0;

  /** `prefix` tells the handles of one frame from those of another: `[a12 Home]`. */
  constructor(readonly prefix = "") {}

  idOf(element: Element): string {
    const known = this.#ids.get(element);
    if (known) return known;
    const id = this.#next();
    this.#ids.set(element, id);
    this.#elements.set(id, new WeakRef(element));
    return id;
  }

  /** A number for the stretch of the page that a note stands for. The same stretch gets the same number. */
  idOfRange(from: Line, to: Line): string {
    const key = `${this.#key(from)} ${this.#key(to)}`;
    const known = this.#rangeIds.get(key);
    if (known) return known;
    const id = this.#next();
    this.#rangeIds.set(key, id);
    this.#ranges.set(id, {
      from: finder(from),
      to: finder(to),
      ends: [new WeakRef(from.anchor), new WeakRef(to.anchor)],
    });
    return id;
  }

  /** A number for all from an element on: what a walk did not get to. */
  idOfRest(element: Element): string {
    const id = this.#next();
    this.#rests.set(id, new WeakRef(element));
    return id;
  }

  findRest(handle: string): Element | undefined {
    return this.#rests.get(bare(handle))?.deref();
  }

  /** Accepts `"e12"`, `"12"` and `12`. Undefined when the element is gone. */
  find(handle: string | number): Element | undefined {
    return this.#elements.get(bare(handle))?.deref();
  }

  /** The lines of a stretch, or undefined when its ends are gone. */
  findRange(handle: string, lines: readonly Line[]): readonly Line[] | undefined {
    const range = this.#ranges.get(bare(handle));
    if (!range) return undefined;
    const from = lines.findIndex(range.from);
    const to = lines.findIndex(range.to);
    return from < 0 || to < from ? undefined : lines.slice(from, to + 1);
  }

  #next(): string {
    if (++this.#count % SWEEP_EVERY === 0) this.#sweep();
    return `${this.prefix}${this.#count}`;
  }

  /** Lets go of the numbers of elements that are gone: a page that renders itself anew all day must not grow us. */
  #sweep(): void {
    for (const [id, element] of this.#elements) if (!element.deref()) this.#elements.delete(id);
    for (const [id, element] of this.#rests) if (!element.deref()) this.#rests.delete(id);
    for (const [key, id] of this.#rangeIds) {
      const range = this.#ranges.get(id);
      if (range?.ends.every((end) => end.deref())) continue;
      this.#rangeIds.delete(key);
      this.#ranges.delete(id);
    }
  }

  #key({ anchor, part }: Line): string {
    const key = this.#placeKeys.get(anchor) ?? this.#places++;
    this.#placeKeys.set(anchor, key);
    return `${key}.${part}`;
  }
}

const SWEEP_EVERY = 4096;

interface Range {
  from: (line: Line) => boolean;
  to: (line: Line) => boolean;
  ends: WeakRef<Node>[];
}

/** A line is known by the node it begins at, and by its number among the lines that begin there. */
function finder({ anchor, part }: Line): (line: Line) => boolean {
  const node = new WeakRef(anchor);
  return (line) => line.part === part && line.anchor === node.deref();
}

/** For a parsed page, which is the same in each call: a stretch is named by the numbers of its lines. */
export class LineNumbers extends Handles {
  override idOfRange(from: Line, to: Line): string {
    return `${from.number}-${to.number}`;
  }

  override findRange(handle: string, lines: readonly Line[]): readonly Line[] | undefined {
    const [, from, to] = /^e?(\d+)-(\d+)$/.exec(handle) ?? [];
    return from && to ? lines.slice(Number(from), Number(to) + 1) : undefined;
  }
}

const bare = (handle: string | number): string => String(handle).replace(/^e/, "");
