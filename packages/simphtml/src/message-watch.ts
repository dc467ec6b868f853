/** How much is remembered, and how much of a burst is looked at: the page must not feel the watch. */
const MAX_MESSAGES = 40;
const MAX_NODES_PER_BATCH = 300;
const MAX_CHARS = 200;

/** Notices text that is added to the page, so that a message that has gone again can still be reported. */
export class MessageWatch {
  readonly #seen = new Set<string>();
  readonly #observer: MutationObserver;

  constructor(private readonly document: Document) {
    this.#observer = new MutationObserver((records) => this.#read(records));
  }

  start(): void {
    this.#observer.observe(this.document, { childList: true, characterData: true, subtree: true });
  }

  stop(): void {
    this.#observer.disconnect();
  }

  /** Messages that showed since the last call and that `lines` do not hold any more. */
  takeGone(lines: readonly string[]): string[] {
    this.#read(this.#observer.takeRecords());
    const shown = lines.join("\n");
    const gone = [...this.#seen].filter((text) => !shown.includes(text));
    this.#seen.clear();
    return gone;
  }

  #read(records: MutationRecord[]): void {
    let left = MAX_NODES_PER_BATCH;
    for (const { addedNodes, target, type } of records) {
      if (type === "characterData" && left-- > 0) this.#note(target.parentElement);
      for (let i = 0; i < addedNodes.length && left-- > 0; i++) {
        const node = addedNodes[i]!;
        this.#note(node.nodeType === 1 ? (node as Element) : node.parentElement);
      }
      if (left <= 0) return;
    }
  }

  #note(element: Element | null): void {
    if (!element || this.#seen.size >= MAX_MESSAGES) return;
    const text = (element.textContent ?? "").replace(/\s+/g, " ").trim();
    if (!text || text.length > MAX_CHARS || /^(script|style)$/i.test(element.localName)) return;
    if (element.isConnected && !element.checkVisibility()) return;
    this.#seen.add(text);
  }
}
