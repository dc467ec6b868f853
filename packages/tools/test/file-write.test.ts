import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { replyOf, toolBench, toolCall } from "./tool-bench.js";

it("writes a new file, its folders too, and says how much", async () => {
  const { call, cwd } = toolBench();
  const answer = await call("file_write", { path: "a/b/c.txt", content: "é\nb\n" });
  expect(answer.text).toBe("Wrote 5 bytes, 2 lines. The file is new.");
  expect(readFileSync(join(cwd, "a/b/c.txt"), "utf8")).toBe("é\nb\n");
  expect(readdirSync(join(cwd, "a/b"))).toEqual(["c.txt"]);
  expect((await call("file_write", { path: "empty", content: "" })).text).toBe(
    "Wrote 0 bytes, 0 lines. The file is new.",
  );
});

it("appends and prepends", async () => {
  const { call, cwd } = toolBench();
  await call("file_write", { path: "a", content: "2\n" });
  expect((await call("file_write", { path: "a", content: "3\n", mode: "append" })).text).toBe(
    "Appended 2 bytes, 1 line.",
  );
  await call("file_write", { path: "a", content: "1\n", mode: "prepend" });
  expect(readFileSync(join(cwd, "a"), "utf8")).toBe("1\n2\n3\n");
});

it("takes the content from the reply, one block for each call that has none", async () => {
  const bench = toolBench();
  const single = await bench.call("file_write", { path: "one" }, "<file_content>\nfirst\n</file_content>");
  expect(single.text).toContain("6 bytes, 1 line");

  const calls = ["x", "y"].map((path) => toolCall("file_write", { path }));
  const text = "<file_content>X</file_content> and <file_content>\n\n  Y\n</file_content>";
  for (const call of calls) for await (const _ of bench.start(call, replyOf(text, ...calls)));
  expect(readFileSync(join(bench.cwd, "x"), "utf8")).toBe("X");
  expect(readFileSync(join(bench.cwd, "y"), "utf8")).toBe("\n  Y\n");

  const none = await bench.call("file_write", { path: "z" }, "no block");
  expect(none).toMatchObject({ isError: true, text: expect.stringContaining("there is no content") });
  expect(readdirSync(bench.cwd)).not.toContain("z");
});

it("inserts lines of other files for references, or writes nothing", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "src.txt"), "1\n2\n3\n4");
  await call("file_write", { path: "out", content: "a\n{{file:src.txt:2:3}}\nb {{file:src.txt:4:4}}!\n" });
  expect(readFileSync(join(cwd, "out"), "utf8")).toBe("a\n2\n3\nb 4!\n");
  const beyond = await call("file_write", { path: "out2", content: "{{file:src.txt:3:5}}" });
  expect(beyond).toMatchObject({
    isError: true,
    text: expect.stringContaining("it has 4 lines, asked were 3 to 5"),
  });
  const missing = await call("file_write", { path: "out2", content: "{{file:gone:1:1}}" });
  expect(missing).toMatchObject({ isError: true, text: expect.stringContaining("it does not exist") });
  expect(readdirSync(cwd).sort()).toEqual(["out", "src.txt"]);
});

it("D4: keeps a byte order mark", async () => {
  const { call, cwd } = toolBench();
  const at = join(cwd, "job.json");
  writeFileSync(at, '\uFEFF{"a":1}');
  await call("file_write", { path: "job.json", content: '{"a":2}' });
  expect(readFileSync(at, "utf8")).toBe('\uFEFF{"a":2}');
  await call("file_write", { path: "job.json", content: "\n", mode: "append" });
  await call("file_write", { path: "job.json", content: "//\n", mode: "prepend" });
  expect(readFileSync(at, "utf8")).toBe('\uFEFF//\n{"a":2}\n');
});

it("keeps the line ends of a file that has one kind, and says so", async () => {
  const { call, cwd } = toolBench();
  const at = join(cwd, "dos.txt");
  writeFileSync(at, "a\r\nb\r\n");
  await call("file_write", { path: "dos.txt", content: "c\n", mode: "append" });
  expect(readFileSync(at, "utf8")).toBe("a\r\nb\r\nc\r\n");
  const answer = await call("file_write", { path: "dos.txt", content: "1\n2\n" });
  expect(answer.text).toBe("Wrote 6 bytes, 2 lines. Its line ends are CRLF, like the file's.");
  expect(readFileSync(at, "utf8")).toBe("1\r\n2\r\n");
  writeFileSync(at, "a\r\nb\n");
  await call("file_read", { path: "dos.txt" });
  await call("file_write", { path: "dos.txt", content: "c\n", mode: "append" });
  expect(readFileSync(at, "utf8")).toBe("a\r\nb\nc\n");
});

it("keeps the mode and writes through links", async () => {
  const { call, cwd } = toolBench();
  mkdirSync(join(cwd, "real"));
  writeFileSync(join(cwd, "real", "run.sh"), "old");
  chmodSync(join(cwd, "real", "run.sh"), 0o750);
  symlinkSync("real/run.sh", join(cwd, "link"));
  symlinkSync("real/later", join(cwd, "dangling"));
  await call("file_write", { path: "link", content: "new" });
  await call("file_write", { path: "dangling", content: "made" });
  expect(lstatSync(join(cwd, "link")).isSymbolicLink()).toBe(true);
  expect(lstatSync(join(cwd, "dangling")).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(cwd, "real", "run.sh"), "utf8")).toBe("new");
  expect(readFileSync(join(cwd, "real", "later"), "utf8")).toBe("made");
  expect(statSync(join(cwd, "real", "run.sh")).mode & 0o777).toBe(0o750);
});

it("D2: adds nothing to a file that is no text", async () => {
  const { call, cwd } = toolBench();
  const bytes = Buffer.from([0x1f, 0x8b, 0, 1]);
  writeFileSync(join(cwd, "data.gz"), bytes);
  for (const mode of ["append", "prepend"]) {
    const answer = await call("file_write", { path: "data.gz", content: "x", mode });
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("it is binary") });
  }
  expect(readFileSync(join(cwd, "data.gz"))).toEqual(bytes);
  expect((await call("file_write", { path: "data.gz", content: "text" })).text).toBe(
    "Wrote 4 bytes, 1 line.",
  );
});

it("refuses in one sentence what it cannot write, and leaves nothing behind", async () => {
  const { call, cwd } = toolBench();
  writeFileSync(join(cwd, "file"), "x");
  symlinkSync("loop", join(cwd, "loop"));
  const write = async (path: string) => (await call("file_write", { path, content: "y" })).text;
  expect(await write(".")).toBe(
    `Cannot write ${cwd}: it is a folder, not a regular file. Name a file in it, or list it with code_run.`,
  );
  expect(await write("file/x")).toBe(
    `Cannot write ${join(cwd, "file/x")}: a part of the path is a file, not a folder. Check the path.`,
  );
  expect(await write("loop")).toContain("its symbolic links form a loop");
  expect(await write("n".repeat(300))).toContain("the name is too long for the file system");
  expect(await write("/dev/null")).toContain("it is a device");
  expect(readdirSync(cwd).sort()).toEqual(["file", "loop"]);
});
