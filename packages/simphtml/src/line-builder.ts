import type { Control, Line, LineKind, Part } from "./line.js";
import { collapsed } from "./name-of.js";
import { rowOf } from "./row-of.js";
import { Run } from "./run.js";

interface OpenControl {
  control: Control;
  run: Run;
  closed: boolean;
  /** Where its first text stands. */
  top: number | undefined;
}

/** Collects what the walk sees into lines, rows and controls. */
export class LineBuilder {
  readonly lines: Line[] = [];
  layer = 0;
  main = false;
  #mark: { kind: LineKind; level: number } | undefined;
  #line: { line: Line; run: Run } | undefined;
  #cells: Run[] | undefined;
  #rowLine: Line | undefined;
  #control: OpenControl | undefined;
  /** Lines begun so far. */
  #started = 0;

  text(raw: string, node: Node, top: number, pre: boolean): void {
    if (pre && !this.#control && !this.#cells) this.#preformatted(raw, node, top);
    else this.#collapsed(raw, node, top);
  }

  /** Inline content goes on after a blank. */
  space(): void {
    this.#run()?.gap(" ");
  }

  /** A block begins or ends: a new line, or a separator where there is only one line to fill. */
  breakLine(): void {
    if (this.#control) this.#control.run.gap(" · ");
    else if (this.#cells) this.#cells.at(-1)?.gap(" · ");
    else this.#flush();
  }

  /** Inside a control whose name is being collected. */
  get inControl(): boolean {
    return this.#control !== undefined;
  }

  /** The next line is a heading or the first of an item; `body` writes it. */
  marked(kind: "heading" | "item", level: number, body: () => void): void {
    this.breakLine();
    const before = this.#mark;
    const started = this.#started;
    if (this.#control) {
      if (kind === "heading" && this.#control.run.parts.length === 0) this.#remark(kind, level);
    } else if (!this.#cells) this.#mark = { kind, level };
    body();
    this.breakLine();
    this.#mark = this.#started === started ? before : undefined;
    if (kind === "item" && this.#started === started + 1) this.#unmark();
  }

  row(body: () => void, anchor: Node): void {
    if (this.#control || this.#cells) {
      body();
      return;
    }
    this.#flush();
    this.#rowLine = this.#start("row", 0, anchor, 0);
    this.#cells = [];
    body();
    const parts = rowOf(this.#cells);
    if (parts.length > 0) this.lines.push({ ...this.#rowLine, parts });
    this.#cells = undefined;
    this.#rowLine = undefined;
  }

  cell(): void {
    if (!this.#control) this.#cells?.push(new Run());
  }

  /** What a picture shows, unless it stands in a control: there it only names what has no text. */
  picture(name: string, node: Node, top: number): void {
    if (this.#control) return;
    const target = this.#target(node, top);
    target.gap(" ");
    target.add(`(image ${name})`);
    target.gap(" ");
  }

  /** A control without content of its own. */
  put(control: Control, top: number): void {
    this.#endOuter();
    this.#target(control.element, top).add(control);
  }

  /**
   * `body` walks what the control shows: that is its name, up to the first control inside it. Where its text stands
   * tells where the control is: its box is only asked for when there is no text.
   */
  control(control: Control, boxTop: () => number, body: () => void): { text: string; holdsControl: boolean } {
    this.#endOuter();
    const target = this.#target(control.element, Number.NaN);
    const line = this.#rowLine ?? this.#line?.line;
    const open: OpenControl = { control, run: new Run(), closed: false, top: undefined };
    const outer = this.#control;
    target.add(control);
    this.#control = open;
    body();
    if (this.#control === open) this.#control = outer;
    const holdsControl = open.closed;
    const text = this.#close(open);
    control.top = open.top ?? boxTop();
    if (line && Number.isNaN(line.top)) line.top = control.top;
    return { text, holdsControl };
  }

  /** Takes a control back that turned out to show nothing. */
  withdraw(control: Control): void {
    for (const run of [this.#line?.run, ...(this.#cells ?? [])]) {
      const at = run?.parts.lastIndexOf(control) ?? -1;
      if (run && at >= 0) run.parts.splice(at, 1);
    }
    for (const line of this.lines.slice(-3)) line.parts = line.parts.filter((part) => part !== control);
  }

  /** Where lines go that are found later, and what collects them. */
  branch(): { at: number; out: LineBuilder } {
    this.breakLine();
    const out = new LineBuilder();
    Object.assign(out, { layer: this.layer, main: this.main });
    return { at: this.lines.length, out };
  }

  insert(at: number, lines: readonly Line[]): void {
    const after = this.lines.splice(at);
    for (const line of [...lines, ...after]) this.lines.push(line);
  }

  finish(): Line[] {
    this.#flush();
    for (const line of this.lines)
      if (line.kind !== "row" && line.kind !== "code") line.parts = tidied(line.parts);
    return this.lines.filter((line) =>
      line.parts.some((part) => typeof part !== "string" || part.trim() !== ""),
    );
  }

  /** A control inside a control ends the outer one's name: it is listed beside it. */
  #endOuter(): void {
    if (!this.#control) return;
    this.#close(this.#control);
    this.#control = undefined;
    this.space();
  }

  #close(open: OpenControl): string {
    if (!open.closed) open.control.name = open.run.parts.join("").trim();
    open.closed = true;
    return open.control.name;
  }

  #collapsed(raw: string, node: Node, top: number): void {
    const text = collapsed(raw);
    const run = this.#run();
    if (text.startsWith(" ")) run?.gap(" ");
    const trimmed = text.trim();
    if (!trimmed) return;
    const target = this.#target(node, top);
    if (this.#control) this.#control.top ??= top;
    target.add(trimmed);
    if (text.endsWith(" ")) target.gap(" ");
  }

  #preformatted(raw: string, node: Node, top: number): void {
    const rows = raw.split("\n");
    rows.forEach((row, index) => {
      if (index > 0) this.#flush();
      const text = row.replace(/\s+$/, index === rows.length - 1 ? "$&" : "");
      if (!text) return;
      if (!this.#line) this.#mark ??= { kind: "code", level: 0 };
      this.#target(node, top).add(text.replace(/\t/g, "  "));
    });
  }

  #run(): Run | undefined {
    return this.#control?.run ?? this.#cells?.at(-1) ?? this.#line?.run;
  }

  #target(node: Node, top: number): Run {
    if (this.#control) return this.#control.run;
    if (this.#cells && this.#rowLine) {
      if (this.#cells.length === 0) this.#cells.push(new Run());
      if (this.#cells.every(({ parts }) => parts.length === 0))
        Object.assign(this.#rowLine, { anchor: node, top });
      return this.#cells.at(-1)!;
    }
    if (!this.#line) {
      const { kind, level } = this.#mark ?? { kind: "text" as const, level: 0 };
      if (kind !== "heading") this.#mark = undefined;
      this.#line = { line: this.#start(kind, level, node, top), run: new Run() };
    }
    return this.#line.run;
  }

  #start(kind: LineKind, level: number, anchor: Node, top: number): Line {
    this.#started++;
    return { kind, level, parts: [], anchor, top, layer: this.layer, main: this.main, number: 0, part: 0 };
  }

  /** An item of one line needs no mark: only where several belong together must it be told where the next begins. */
  #unmark(): void {
    const last = this.lines.at(-1);
    if (last?.kind === "item") last.unmarked = true;
  }

  #remark(kind: LineKind, level: number): void {
    if (this.#line && this.#line.run.parts.length <= 1) Object.assign(this.#line.line, { kind, level });
  }

  #flush(): void {
    if (!this.#line) return;
    const { line, run } = this.#line;
    this.#line = undefined;
    line.parts = run.parts;
    if (run.parts.length > 0) this.lines.push(line);
  }
}

/** Without the separators that a control left behind when it was withdrawn. */
function tidied(parts: readonly Part[]): Part[] {
  const isGap = (part: Part | undefined) => part === " " || part === " · ";
  const kept = parts.filter((part, index) => !isGap(part) || (index > 0 && !isGap(parts[index - 1])));
  while (isGap(kept.at(-1))) kept.pop();
  return kept;
}
