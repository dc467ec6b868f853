/** A piece of Markdown that can be shown, because nothing that follows will change it. */
export interface Block {
  kind: "text" | "code";
  text: string;
  /** Of a code block. */
  language?: string;
  /** Blank lines stood before it. */
  spaced: boolean;
}

/** However deep: inside a list it stands under its item. */
const FENCE = /^\s*(`{3,}(?!.*`)|~{3,})\s*([^\s`]*)/;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])\s/;
/** A long code block is shown in pieces of so many lines. */
const CODE_LINES = 12;
/** A paragraph longer than this is shown before its end: rendering it whole would hold up the screen. */
const MAX_CHARS = 4_000;

/** Cuts streamed Markdown into blocks as soon as they are whole. */
export class MarkdownBlocks {
  #line = "";
  #lines: string[] = [];
  #chars = 0;
  #fence: { mark: string; language: string } | undefined;
  #spaced = false;

  push(delta: string): Block[] {
    const blocks: Block[] = [];
    const parts = (this.#line + delta).split("\n");
    this.#line = parts.pop()!;
    for (const line of parts) this.#take(line, blocks);
    if (this.#chars + this.#line.length > MAX_CHARS) this.#endEarly(blocks);
    return blocks;
  }

  /** What is left, whole or not. */
  flush(): Block[] {
    const blocks: Block[] = [];
    if (this.#line) this.#lines.push(this.#line);
    this.#line = "";
    this.#end(blocks);
    return blocks;
  }

  /** What has come of the block that is not whole yet. */
  get rest(): string {
    return [...this.#lines.slice(-CODE_LINES), this.#line].join("\n");
  }

  /** Whether that is code. */
  get inCode(): boolean {
    return this.#fence !== undefined;
  }

  clear(): void {
    this.#line = "";
    this.#lines = [];
    this.#chars = 0;
    this.#fence = undefined;
  }

  /** What stands behind the last blank may be half a word, and begins the next block. */
  #endEarly(blocks: Block[]): void {
    const whole = this.#line.lastIndexOf(" ") + 1 || this.#line.length;
    const rest = this.#line.slice(whole);
    this.#line = this.#line.slice(0, whole).trimEnd();
    blocks.push(...this.flush());
    this.#line = rest;
  }

  #take(line: string, blocks: Block[]): void {
    const fence = FENCE.exec(line);
    if (this.#fence) this.#takeCode(line, blocks);
    else if (fence) {
      this.#end(blocks);
      this.#fence = { mark: fence[1]!, language: fence[2]! };
    } else if (line.trim() === "") {
      this.#end(blocks);
      this.#spaced = true;
    } else {
      if (ITEM.test(line) && ITEM.test(this.#lines[0] ?? "")) this.#end(blocks);
      this.#add(line);
    }
  }

  #takeCode(line: string, blocks: Block[]): void {
    const { mark } = this.#fence!;
    const closing = line.trim();
    if (closing.startsWith(mark) && closing === mark[0]!.repeat(closing.length)) {
      this.#end(blocks);
      this.#fence = undefined;
      return;
    }
    this.#add(line);
    if (this.#lines.length >= CODE_LINES) this.#end(blocks);
  }

  #add(line: string): void {
    this.#lines.push(line);
    this.#chars += line.length + 1;
  }

  #end(blocks: Block[]): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join("\n");
    const spaced = this.#spaced;
    blocks.push(
      this.#fence
        ? { kind: "code", text, language: this.#fence.language, spaced }
        : { kind: "text", text, spaced },
    );
    this.#lines = [];
    this.#chars = 0;
    this.#spaced = false;
  }
}
