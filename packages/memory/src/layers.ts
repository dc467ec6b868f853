/** What a file of the memory folder is. `record` and `private` belong to the host and are no memory. */
export type Layer = "L0" | "L1" | "L2" | "L3" | "L4" | "paged" | "record" | "private";

/** Names as GenericAgent has them, so that a folder can be brought along. */
export const FILES = {
  rules: "memory_management_sop.md",
  insight: "global_mem_insight.txt",
  /** Lines that paged out of the insight; its last line points here. */
  paged: "global_mem_insight_more.txt",
  facts: "global_mem.txt",
  skills: "skills",
  sessions: "L4_raw_sessions",
  /** In the folder of the sessions: a line a task. */
  history: "history.tsv",
  /** The host's own: change journal, lock, caches. Hidden, so that a listing shows memory only. */
  own: ".ga",
} as const;

/** The host's account of a skill: changes with every run, proves nothing and needs no proof. */
export const RECORD_FILE = "account.json";

/** Python's own, made of the files beside it. */
export const BYTE_CODE = "__pycache__";

/** @param path relative to the memory folder, with `/` */
export function layerOf(path: string): Layer {
  const [top = "", ...rest] = path.split("/");
  if (top === FILES.own || top === ".git" || rest.includes(BYTE_CODE)) return "private";
  if (top === FILES.sessions) return "L4";
  if (path === FILES.rules) return "L0";
  if (path === FILES.insight) return "L1";
  if (path === FILES.paged) return "paged";
  if (path === FILES.facts) return "L2";
  return top === FILES.skills && rest.at(-1) === RECORD_FILE ? "record" : "L3";
}
