/**
 * The part of the global `Headers` that the SDKs use. The build puts it in that one's place: the first touch of the
 * global loads Node's whole fetch, a third of the time that a short run takes until its first request.
 */
export class HeaderList {
  readonly #values = new Map<string, string>();

  constructor(init: Iterable<readonly [string, string]> = []) {
    for (const [name, value] of init) this.append(name, value);
  }

  append(name: string, value: string): void {
    const earlier = this.get(name);
    this.set(name, earlier === null ? value : `${earlier}, ${value}`);
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), String(value).trim());
  }

  delete(name: string): void {
    this.#values.delete(name.toLowerCase());
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase());
  }

  entries(): IterableIterator<[string, string]> {
    return this.#values.entries();
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }
}
