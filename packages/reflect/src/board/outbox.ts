import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileAtomically } from "../host/write-file-atomically.js";
import type { BoardResult } from "./board-protocol.js";

export interface Parcel {
  id: string;
  claim: string;
  result: BoardResult;
}

/** Results that a board has not confirmed yet, one file each; they outlive the worker. */
export class Outbox {
  readonly dir: string;

  constructor(dir: string) {
    this.dir = dir;
  }

  put(parcel: Parcel): Promise<void> {
    return writeFileAtomically(this.#path(parcel), JSON.stringify(parcel));
  }

  async list(): Promise<Parcel[]> {
    const files = (await readdir(this.dir).catch(() => [])).filter((name) => name.endsWith(".json"));
    const texts = await Promise.all(
      files.map((name) => readFile(join(this.dir, name), "utf8").catch(() => "")),
    );
    return texts.filter((text) => text !== "").map((text) => JSON.parse(text) as Parcel);
  }

  remove(parcel: Parcel): Promise<void> {
    return rm(this.#path(parcel), { force: true });
  }

  #path({ claim }: Parcel): string {
    return join(this.dir, `${claim.replace(/[^\w-]/g, "_")}.json`);
  }
}
