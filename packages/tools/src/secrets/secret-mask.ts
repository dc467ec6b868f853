import { patternsOf, type SecretPattern } from "./secret-patterns.js";

/** Masks text that comes in pieces: whatever the pieces are, the result is that of the whole text. */
export interface MaskStream {
  /** What can be shown now; the beginning of what may become a secret is held back. */
  push(text: string): string;
  /** What was held back. */
  end(): string;
}

/** Replaces the values of secrets by `[secret NAME]`. */
export class SecretMask {
  readonly #patterns: readonly SecretPattern[];
  readonly #firstChars: ReadonlySet<string>;
  readonly #maxChars: number;

  /** @param secrets values by name; values under 8 characters are left alone */
  constructor(secrets: Readonly<Record<string, string>> = {}) {
    this.#patterns = patternsOf(secrets);
    this.#firstChars = new Set(this.#patterns.map(({ text }) => text[0]!));
    this.#maxChars = Math.max(0, ...this.#patterns.map(({ text }) => text.length));
  }

  mask(text: string): string {
    let masked = "";
    let end = 0;
    for (const span of this.#spansIn(text)) {
      masked += `${text.slice(end, span.start)}[secret ${span.name}]`;
      end = span.end;
    }
    return end === 0 ? text : masked + text.slice(end);
  }

  stream(): MaskStream {
    let held = "";
    return {
      push: (text) => {
        held += text;
        const cut = this.#safeEnd(held);
        const shown = this.mask(held.slice(0, cut));
        held = held.slice(cut);
        return shown;
      },
      end: () => {
        const rest = this.mask(held);
        held = "";
        return rest;
      },
    };
  }

  /** Text before this can no longer become part of a secret. */
  #safeEnd(text: string): number {
    let cut = text.length;
    for (let at = Math.max(0, text.length - this.#maxChars + 1); at < cut; at++) {
      if (!this.#firstChars.has(text[at]!)) continue;
      const tail = text.slice(at);
      if (
        this.#patterns.some((pattern) => pattern.text.length > tail.length && pattern.text.startsWith(tail))
      )
        cut = at;
    }
    for (const span of this.#spansIn(text).reverse())
      if (span.start < cut && cut < span.end) cut = span.start;
    return cut;
  }

  /** Where secrets stand, in order; those that overlap are one. */
  #spansIn(text: string): Span[] {
    const found: Span[] = [];
    for (const { name, text: secret } of this.#patterns)
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1))
        found.push({ name, start: at, end: at + secret.length });
    found.sort((a, b) => a.start - b.start || b.end - a.end);
    const merged: Span[] = [];
    for (const span of found) {
      const last = merged.at(-1);
      if (last && span.start < last.end) last.end = Math.max(last.end, span.end);
      else merged.push(span);
    }
    return merged;
  }
}

interface Span {
  name: string;
  start: number;
  end: number;
}
