import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { MemoryError, type OpenMemoryOptions, openMemory, outputHash, type Receipt } from "../src/index.js";

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "memory-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

const OUTPUT = [{ type: "text", text: "exit 0" }];

/** The receipt of the one call that `openTestMemory` takes for successful. */
export const PROOF: Receipt = {
  session: "20260101-000000-aaaaaa",
  call: "call-1",
  outputHash: outputHash(OUTPUT),
};

export const verifyReceipt = async (receipt: Receipt): Promise<string | undefined> =>
  receipt.call === PROOF.call && receipt.outputHash === PROOF.outputHash
    ? undefined
    : "no such call succeeded";

export const openTestMemory = (dir = temporaryFolder(), options: OpenMemoryOptions = {}) =>
  openMemory(dir, { verifyReceipt, ...options });

/** As the writers in processes of their own open it: they have no journal to show. */
export const openTrusting = (dir: string) => openMemory(dir, { verifyReceipt: async () => undefined });

/** The code and the words of a refusal. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(MemoryError);
  return error as MemoryError;
}
