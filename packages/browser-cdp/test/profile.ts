import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const profiles: string[] = [];
afterAll(() => {
  for (const path of profiles) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
});

/** A fresh profile that goes with the test file. */
export function profile(): string {
  const path = mkdtempSync(join(tmpdir(), "browser-profile-"));
  profiles.push(path);
  return path;
}
