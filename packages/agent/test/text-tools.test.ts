import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startModelServer } from "@genericagent/llm/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { createAgent } from "../src/index.js";
import { tempDir } from "./temp-dir.js";

const call = (name: string, args: object) =>
  `I write it.\n<tool_use>\n${JSON.stringify({ name, arguments: args })}\n</tool_use>`;

describe('"tools": "text"', () => {
  it("lets a model without tool calls work, and go on from where it stopped", async () => {
    const server = await startModelServer({
      script: [
        { text: call("file_write", { path: "a.txt", content: "from text" }) },
        { text: "It is written." },
        { text: "A note." },
        { text: "Still there." },
      ],
    });
    onTestFinished(() => server.close());
    const dir = tempDir();
    writeFileSync(
      join(dir, "config.json"),
      JSON.stringify({
        language: "en",
        providers: { plain: { baseUrl: server.baseUrl("openai-chat"), tools: "text", maxRetries: 0 } },
      }),
    );
    const open = (resume?: string) => {
      const agent = createAgent({
        ...{ model: "plain/m", cwd: dir, dataHome: dir, env: {}, ...(resume && { resume }) },
        permissions: "full",
      });
      onTestFinished(() => agent.close());
      return agent;
    };
    const run = async (agent: ReturnType<typeof open>, task: string) => {
      const types: string[] = [];
      const events = agent.run(task);
      let next = await events.next();
      for (; !next.done; next = await events.next()) types.push(next.value.type);
      return { types, ...next.value };
    };
    const first = open();
    const { id } = await first.open();
    const { types, reason, text } = await run(first, "Write a.txt.");
    expect({ reason, text }).toEqual({ reason: "done", text: "It is written." });
    expect(types.filter((type) => type.startsWith("tool-"))).toEqual([
      "tool-call-delta",
      "tool-start",
      "tool-end",
    ]);
    expect(readFileSync(join(dir, "a.txt"), "utf8")).toBe("from text");
    await first.close();

    const [asked, told] = server.requests.map(({ body }) => JSON.stringify(body));
    expect(server.requests[0]!.body).not.toHaveProperty("tools");
    expect(asked).toContain("file_write");
    expect(asked).toContain("<tool_use>");
    expect(told).toContain('<tool_result name=\\"file_write\\"');

    const second = open(id);
    expect((await run(second, "And now?")).text).toBe("A note.");
    expect(JSON.stringify(server.requests[2]!.body)).toContain("from text");
    expect((await run(second, "Still?")).text).toBe("Still there.");
    server.assertDone();
  });
});
