import type { JudgedFile } from "./guard/judged-file.js";
import type { ChangeNote } from "./memory-store.js";

/** What the journal says of a change besides its files: who made it, and what proves it. */
export function noteOf(files: readonly JudgedFile[]): ChangeNote {
  const receipts = files.flatMap(({ change }) => change.receipts ?? []);
  const unique = [
    ...new Map(receipts.map((receipt) => [`${receipt.session} ${receipt.call}`, receipt])).values(),
  ];
  return {
    by: files[0]!.change.by,
    ...(unique.length > 0 && { receipts: unique }),
    ...(files.some(({ change }) => change.approved) && { approved: true as const }),
  };
}
