import { expect, it } from "vitest";
import { fencedCode } from "../src/code-run/fenced-code.js";

const codeIn = (reply: string, type?: "python" | "bash" | "javascript") => fencedCode(reply, type)?.code;

it("takes the last block of the asked language, by any of its names", () => {
  const reply = "```py\n1\n```\ntext\n```sh\n2\n```\n```python3\n3\n```\n```json\n{}\n```";
  expect(codeIn(reply, "python")).toBe("3");
  expect(codeIn(reply, "bash")).toBe("2");
  expect(codeIn(reply, "javascript")).toBeUndefined();
  expect(fencedCode(reply)).toMatchObject({ type: "python", code: "3" });
});

it("takes a block without a language where no other fits", () => {
  expect(codeIn("```\nls\n```", "bash")).toBe("ls");
  expect(codeIn("```\nls\n```\n```bash\npwd\n```\n```\nx\n```", "bash")).toBe("pwd");
});

it("keeps fences inside a longer or another fence, and indented blocks", () => {
  expect(codeIn("````bash\ncat <<X\n```\nX\n````", "bash")).toBe("cat <<X\n```\nX");
  expect(codeIn("~~~bash\n```\n~~~", "bash")).toBe("```");
  expect(codeIn("1. Do\n   ```python\n   if x:\n     y\n   ```", "python")).toBe("if x:\n  y");
  expect(codeIn("```bash\r\na\r\nb\r\n```\r\n", "bash")).toBe("a\nb");
});

it("takes no block that was cut off, and no inline code", () => {
  expect(codeIn("```bash\nrm -r /tmp/x", "bash")).toBeUndefined();
  expect(codeIn("use ```bash x``` here", "bash")).toBeUndefined();
});
