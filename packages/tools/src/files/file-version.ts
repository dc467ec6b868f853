import type { BigIntStats } from "node:fs";

/** Tells one state of a file from another without its content. */
export type FileVersion = string;

/** `mtime` alone misses two writes within one tick of the system's clock; a replaced file has another inode. */
export const versionOf = ({ ino, size, mtimeNs }: BigIntStats): FileVersion => `${ino}:${size}:${mtimeNs}`;
