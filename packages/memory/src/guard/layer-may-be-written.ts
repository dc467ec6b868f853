import type { Rule } from "./judged-file.js";

/** Larger files are data, not memory. */
export const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Some files belong to the host or to the user. */
export const layerMayBeWritten: Rule = ({ path, layer, after, change }) => {
  if (layer === "private") return `${path} belongs to the host or to git`;
  if (layer === "L4")
    return "sessions are recorded by the host and never changed. Search them with: ga sessions";
  if (layer === "paged") return "this file is kept by the host. Write to global_mem_insight.txt";
  if (layer === "L0" && !change.approved) return "the rules of memory are the user's to change";
  if (layer === "L1" && after === undefined) return "the insight cannot be removed";
  if (after !== undefined && Buffer.byteLength(after) > MAX_FILE_BYTES)
    return `it would have over ${MAX_FILE_BYTES / 1024 / 1024} MB. Memory holds what helps the next decision; keep data elsewhere and point to it`;
  return undefined;
};
