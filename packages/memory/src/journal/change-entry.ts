import type { Receipt } from "../memory-door.js";
import type { TextPatch } from "./text-patch.js";

/** One file in a change. `from` and `to` are versions; `null` means there is no file. */
export interface FileChange {
  path: string;
  from: string | null;
  to: string | null;
  /** From the content before to the content after; both empty where there is no file. */
  patch?: TextPatch;
  /** The content after is kept whole, as `.ga/blobs/<to>.gz`: it is long or no text. */
  blob?: true;
}

/** One line of the change journal: all its files change together or not at all. */
export interface ChangeEntry {
  /** Counts from 1 without gaps. */
  n: number;
  /** ISO time. */
  at: string;
  by: string;
  files: FileChange[];
  receipts?: readonly Receipt[];
  approved?: true;
  /** Found in the folder, not written through the door: nothing proves it. */
  outside?: true;
  /** Number of the change that this one takes back. */
  undoes?: number;
}
