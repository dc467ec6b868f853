import type { Rect } from "../geometry.js";
import type { UiNode, UiRole } from "./ui-node.js";

/** What an id stands for: enough to act on it in another process. */
export interface KnownNode {
  key: string;
  role: UiRole;
  name: string;
  bounds?: Rect;
  chars?: number;
}

/** Older ids than this many are forgotten. */
const MAX_KNOWN = 2000;

/** Short ids for nodes. A node keeps its id in every view, so that what changed can be seen. */
export class NodeIds {
  readonly #byKey = new Map<string, number>();
  readonly #known = new Map<number, KnownNode>();
  #last = 0;

  constructor(known: readonly [number, KnownNode][] = []) {
    for (const [id, node] of known) this.#put(id, node);
  }

  idFor({ key, role, name, bounds, chars }: UiNode): number {
    const id = this.#byKey.get(key) ?? this.#last + 1;
    this.#put(id, { key, role, name, ...(bounds && { bounds }), ...(chars !== undefined && { chars }) });
    return id;
  }

  find(id: string): KnownNode | undefined {
    return this.#known.get(Number(id));
  }

  /** The newest ones, to be kept in a file. */
  entries(): [number, KnownNode][] {
    return [...this.#known].slice(-MAX_KNOWN);
  }

  #put(id: number, node: KnownNode): void {
    this.#byKey.set(node.key, id);
    this.#known.delete(id);
    this.#known.set(id, node);
    this.#last = Math.max(this.#last, id);
  }
}
