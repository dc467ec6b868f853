import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runReadmeExample } from "../../../scripts/readme-example.mjs";

describe("README", () => {
  it("has an example that runs as it stands", () => {
    const { status, stdout, stderr } = runReadmeExample(fileURLToPath(new URL("..", import.meta.url)));
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^1 large part taken out of the request\.\n\d+ of 10000 tokens; \[ 'user-[0-9a-f]{16}\.txt' \]\n$/,
    );
  });
});
