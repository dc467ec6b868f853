import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerStream } from "../src/terminal/answer-stream.js";
import { cutToWidth } from "../src/terminal/cut-to-width.js";
import { editKey } from "../src/terminal/edit-key.js";
import { type EditState, emptyEdit, type Key } from "../src/terminal/edit-state.js";
import { fittingFiles, listFiles } from "../src/terminal/list-files.js";
import { MarkdownBlocks } from "../src/terminal/markdown-blocks.js";
import { pastedImage, withMentionedImages } from "../src/terminal/mentioned-images.js";
import { renderDiff } from "../src/terminal/render-diff.js";
import { renderBlock, renderMarkdown } from "../src/terminal/render-markdown.js";
import { Screen } from "../src/terminal/screen.js";
import { foundEntry } from "../src/terminal/search-history.js";
import { statusLine } from "../src/terminal/status-line.js";
import { withoutControls } from "../src/terminal/without-controls.js";
import { place } from "./run-ga.js";
import { VirtualTerminal } from "./virtual-terminal.js";

const MARKDOWN = [
  "# Title",
  "A *paragraph* of `code`\nin two lines.",
  "1. one\n2. two",
  "```js\nconst a = 1;\n\nconst b = 2;\n```",
  "| A | B |\n| - | -: |\n| x | 1 |",
].join("\n\n");

const blocksOf = (deltas: readonly string[]) => {
  const blocks = new MarkdownBlocks();
  return [...deltas.flatMap((delta) => blocks.push(delta)), ...blocks.flush()];
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours
const bare = (lines: readonly string[]) => lines.join("\n").replace(/\u001b\[[\d;]*m/g, "");

describe("streamed Markdown", () => {
  it("gives the same blocks however it is cut", () => {
    const whole = blocksOf([MARKDOWN]);
    expect(whole.map(({ kind, text }) => [kind, text])).toEqual([
      ["text", "# Title"],
      ["text", "A *paragraph* of `code`\nin two lines."],
      ["text", "1. one"],
      ["text", "2. two"],
      ["code", "const a = 1;\n\nconst b = 2;"],
      ["text", "| A | B |\n| - | -: |\n| x | 1 |"],
    ]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (sizes) => {
        expect(blocksOf(cutAt(MARKDOWN, sizes))).toEqual(whole);
      }),
    );
  });

  it("shows a long code block in pieces, and an endless paragraph before its end", () => {
    const blocks = new MarkdownBlocks();
    const code = blocks.push(`\`\`\`py\n${"x = 1\n".repeat(100)}`);
    expect(code.map(({ kind, language }) => [kind, language])).toEqual(Array(8).fill(["code", "py"]));
    expect(new MarkdownBlocks().push("a ".repeat(20_000))).toHaveLength(1);
    const words = new MarkdownBlocks();
    const early = cutAt("endless ".repeat(1_000), [7]).flatMap((delta) => words.push(delta));
    expect(early).toHaveLength(1);
    expect([...early, ...words.flush()].map(({ text }) => text.trim().split(" ").length)).toEqual([500, 500]);
  });

  it("becomes lines of the width, and loses no word", () => {
    const long = `# ${"word ".repeat(40)}\n\n- ${"汉字 ".repeat(40)}\n\n> ${"quote ".repeat(40)}`;
    for (const width of [20, 40, 79]) {
      const lines = renderMarkdown(long, width);
      expect(bare(lines).match(/word|quote/g)).toHaveLength(80);
      expect(bare(lines).match(/汉字/g)).toHaveLength(40);
    }
    expect(bare(renderMarkdown(MARKDOWN, 40))).toContain("A │ B\n──┼──\nx │ 1");
    expect(bare(renderMarkdown("a [b](https://c.d) &lt;i&gt; <b>", 60))).toBe("a b (https://c.d) <i> <b>");
    expect(bare(renderMarkdown("`&lt;`<br>&amp;", 60))).toBe("&lt;\n&");
  });

  it("marks what is done in a list of tasks", () => {
    expect(bare(renderMarkdown("- [x] **one**\n- [ ] two\n  - three", 40))).toBe("☑ one\n☐ two\n  • three");
    expect(bare(renderMarkdown("1. [ ] one", 40))).toBe("1. ☐ one");
  });

  it("leaves nothing of a table out: long cells are wrapped, too many columns listed", () => {
    const table = `| name | what |\n| --- | ---: |\n| \`a \\| b\` | ${"word ".repeat(12)}|`;
    expect(bare(renderMarkdown(table, 34)).split("\n")).toEqual([
      "name  │                       what",
      "──────┼───────────────────────────",
      "a | b │   word word word word word",
      "      │   word word word word word",
      "      │                  word word",
    ]);
    const wide = `|${" head |".repeat(9)}\n|${" - |".repeat(9)}\n|${" some words |".repeat(9)}`;
    for (const width of [20, 40, 79]) {
      const lines = bare(renderMarkdown(wide, width)).split("\n");
      expect(lines.join(" ").match(/some/g)).toHaveLength(9);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
    }
  });

  it("knows a fence inside a list, and three ticks inside a line", () => {
    expect(
      blocksOf(["- a\n    ```js\n    x\n\n    y\n    ```\n\n```a``` b\n\nc"]).map(({ kind }) => kind),
    ).toEqual(["text", "code", "text", "text"]);
  });

  it("keeps the indent of code and the marks of pieces that stand alone", () => {
    expect(renderBlock({ kind: "code", text: "if a:\n    b", language: "python", spaced: true }, 40)).toEqual(
      [...["", "  if a:", "      b"]],
    );
    expect(renderBlock({ kind: "text", text: "3. third", spaced: false }, 40)).toEqual(["3. third"]);
  });
});

function cutAt(text: string, sizes: readonly number[]): string[] {
  const deltas: string[] = [];
  for (let at = 0, n = 0; at < text.length; n++) {
    const size = sizes[n % sizes.length]!;
    deltas.push(text.slice(at, at + size));
    at += size;
  }
  return deltas;
}

describe("what is shown of others' text", () => {
  it("cannot move the cursor or set a title", () => {
    expect(withoutControls("a\u001b[2J\u001b]0;title\u0007b\r\nc\td\u009b")).toBe("a[2J]0;titleb\nc    d");
  });

  it("shows what a patch changes", () => {
    const call = (name: string, args: object) => ({ type: "tool-call", id: "1", name, args }) as never;
    expect(
      renderDiff(call("file_patch", { path: "a", old_content: "a\nb\n", new_content: "a\nc\n" })),
    ).toEqual([...["  a", "- b", "+ c"]]);
    expect(renderDiff(call("file_write", { path: "a", content: "x" }))).toEqual(["+ x"]);
    expect(renderDiff(call("code_run", { script: "x" }))).toEqual([]);
  });

  it("is cut to the width, wide characters included", () => {
    expect(cutToWidth("汉字汉字", 5)).toBe("汉字…");
    expect(cutToWidth("short", 5)).toBe("short");
  });

  it("leaves out of the status line what has no room", () => {
    const status = {
      model: "a/b",
      turn: 3,
      context: { totalTokens: 1500, budgetTokens: 30_000 },
      costUsd: 0.5,
      skills: 1,
    };
    expect(statusLine(status, 80)).toBe("a/b · turn 3 · context 1,500 of 30,000 (5 %) · $0.5000 · 1 skill");
    expect(statusLine(status, 20)).toBe("a/b · turn 3");
  });
});

describe("the line that is typed", () => {
  const press = (state: EditState, ...keys: Key[]) =>
    keys.reduce((now, key) => editKey(now, key).state, state);
  const typed = (text: string): Key[] => [...text].map((letter) => ({ text: letter, name: letter }));
  const ctrl = (name: string): Key => ({ name, ctrl: true });

  it("is edited as in a shell", () => {
    const state = press(emptyEdit(), ...typed("one two"), ctrl("w"), ...typed("three"), ctrl("a"), {
      name: "delete",
    });
    expect(state).toMatchObject({ text: "ne three", cursor: 0 });
    expect(press(state, ctrl("e"), { name: "backspace" }, ctrl("u")).text).toBe("");
    expect(press(emptyEdit(), { text: "🙂" }, { name: "backspace" }).text).toBe("");
    expect(editKey(press(emptyEdit(), ...typed("a\\")), { name: "return" }).state.text).toBe("a\n");
    expect(editKey(emptyEdit(), ctrl("d")).action).toBe("leave");
    expect(editKey(press(emptyEdit(), ...typed("a")), { name: "return" }).action).toBe("submit");
  });

  it("walks through its lines and the history", () => {
    const state = press(emptyEdit(["latest", "older"]), ...typed("draft"));
    expect(press(state, { name: "up" }).text).toBe("latest");
    expect(press(state, { name: "up" }, { name: "up" }, { name: "up" }).text).toBe("older");
    expect(press(state, { name: "up" }, { name: "down" }).text).toBe("draft");
    const lines = press(state, ctrl("j"), ...typed("b"), { name: "up" });
    expect(lines).toMatchObject({ text: "draft\nb", cursor: 1 });
    expect(press(lines, { name: "down" }).cursor).toBe(7);
  });

  it("searches the history with Ctrl-R, and Enter takes the hit without submitting it", () => {
    const state = press(emptyEdit(["rm -r x", "list files", "remove x"]), ctrl("r"), ...typed("re"));
    expect(foundEntry(state)).toBe("remove x");
    const accepted = editKey(state, { name: "return" });
    expect(accepted).toEqual({ state: expect.objectContaining({ text: "remove x" }) });
    const second = press(emptyEdit(["b1", "a", "b2"]), ctrl("r"), ...typed("b"), ctrl("r"));
    expect(foundEntry(second)).toBe("b2");
    expect(press(second, { name: "escape" })).toMatchObject({ text: "" });
  });

  it("keeps any keys in one piece", () => {
    const key = fc.oneof(
      fc.constantFrom(
        ...["left", "right", "up", "down", "home", "end", "backspace", "delete"].map((name) => ({ name })),
      ),
      fc.constantFrom(..."abdefhjkrnpuw".split("").map(ctrl)),
      fc.string({ minLength: 1, maxLength: 3, unit: "grapheme" }).map((text) => ({ text })),
    );
    fc.assert(
      fc.property(fc.array(key), (keys) => {
        const { text, cursor } = press(emptyEdit(["one\ntwo", "🙂🙂"]), ...keys);
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThanOrEqual(text.length);
        expect(Buffer.from(text).toString()).toBe(text);
      }),
    );
  });
});

describe("files and images in a task", () => {
  it("completes paths by beginning, name, part and letters", async () => {
    const { cwd } = place();
    mkdirSync(join(cwd, "src", "node_modules"), { recursive: true });
    for (const name of ["src/alpha.ts", "src/beta.ts", "alpine.md"]) writeFileSync(join(cwd, name), "");
    const files = await listFiles(cwd);
    expect(files.sort()).toEqual(["alpine.md", "src/", "src/alpha.ts", "src/beta.ts"]);
    expect(fittingFiles(files, "al", 8)).toEqual(["alpine.md", "src/alpha.ts"]);
    expect(fittingFiles(files, "sbt", 8)).toEqual(["src/beta.ts"]);
    expect(fittingFiles(files, "zzz", 8)).toEqual([]);
  });

  it("takes images by their path, mentioned or pasted", () => {
    const { cwd } = place();
    writeFileSync(join(cwd, "a.png"), "");
    expect(withMentionedImages("see @a.png and @b.png", cwd)).toEqual({
      text: "see @a.png and @b.png",
      images: [join(cwd, "a.png")],
    });
    expect(withMentionedImages("see a.png", cwd)).toBe("see a.png");
    writeFileSync(join(cwd, "my pic.png"), "");
    const spaced = join(cwd, "my pic.png");
    expect(withMentionedImages('see @"my pic.png"', cwd)).toMatchObject({ images: [spaced] });
    for (const dropped of [spaced, `'${spaced}'`, spaced.replace(" ", "\\ "), pathToFileURL(spaced).href])
      expect(pastedImage(dropped, cwd)).toBe(`@"${spaced}" `);
    expect(pastedImage(`'${join(cwd, "a.png")}'`, cwd)).toBe(`@${join(cwd, "a.png")} `);
    expect(pastedImage("some text", cwd)).toBe("some text");
  });
});

describe("an answer on its way", () => {
  const text = `<summary>looking</summary>\n${MARKDOWN}`;
  const lines = (sizes: readonly number[], ms: number) => {
    const answer = new AnswerStream();
    const shown: string[] = [];
    for (const delta of cutAt(text, sizes)) {
      answer.push(delta);
      shown.push(...answer.take(60, ms));
    }
    return bare([...shown, ...answer.flush(60)]);
  };

  it("gives the same lines however it comes and however little time a frame has", () => {
    const whole = lines([text.length], Number.POSITIVE_INFINITY);
    expect(whole).toContain("› looking\nTitle\n\nA paragraph of code");
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }),
        fc.boolean(),
        (sizes, idle) => {
          expect(lines(sizes, idle ? 0 : Number.POSITIVE_INFINITY)).toBe(whole);
        },
      ),
    );
  });

  it("shows what grows as it will stand, its end where it is long", () => {
    const answer = new AnswerStream();
    answer.push(`one\n\na **bold** word and ${"more ".repeat(100)}end`);
    expect(answer.take(40, Number.POSITIVE_INFINITY)).toEqual(["one"]);
    const growing = answer.growing(40);
    expect(growing).toHaveLength(8);
    expect(growing.at(-1)).toMatch(/more end$/);
    answer.clear();
    answer.push("```js\nconst a");
    expect([answer.take(40, 5), answer.growing(40)]).toEqual([[], ["  const a"]]);
  });

  it("waits for the next frame with what does not fit in this one", () => {
    const answer = new AnswerStream();
    answer.push("one\n\ntwo\n\nthree\n\n");
    expect([answer.take(40, 0), answer.isBehind]).toEqual([[], true]);
    expect([answer.take(40, 1000), answer.isBehind]).toEqual([["one", "", "two", "", "three"], false]);
  });
});

describe("Screen", () => {
  it("leaves nothing behind when the line of the cursor is wrapped by a resize", () => {
    const terminal = new VirtualTerminal(100);
    const typed = `› ${"x".repeat(80)}`;
    const cut = (line: string) => line.match(/.{1,29}/g) ?? [];
    const lines = () => ["status ".repeat(10), ...(terminal.columns < 100 ? cut(typed) : [typed])];
    const screen = new Screen(terminal, () => ({ lines: lines() }));
    screen.print(["stays"]);
    screen.draw();
    for (const columns of [30, 100, 45, 30, 100]) terminal.resize(columns);
    screen.draw();
    expect(terminal.text.split("\n")).toEqual(["stays", "status ".repeat(10).trimEnd(), typed]);
    screen.close();
    expect(terminal.text).toBe("stays");
  });

  it("keeps what was printed above what moves, at any width and after any resize", () => {
    const terminal = new VirtualTerminal(40);
    let live = ["status", "› x"];
    const screen = new Screen(terminal, () => ({ lines: live, cursor: { row: 1, column: 3 } }));
    for (let n = 0; n < 30; n++) {
      screen.print([`line ${n}`]);
      live = n % 2 ? ["thinking", "status", "› x"] : ["status", "› x"];
      if (n % 7 === 0) terminal.resize(n % 2 ? 40 : 20);
      screen.draw();
    }
    const stays = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    expect(terminal.text.split("\n")).toEqual([...stays, "thinking", "status", "› x"]);
    screen.suspend();
    expect(terminal.text.split("\n")).toEqual(stays);
    screen.resume();
    screen.draw();
    screen.close();
    expect(terminal.text.split("\n")).toEqual(stays);
  });

  it("cuts lines that are too wide and an area that is too high", () => {
    const terminal = new VirtualTerminal(20);
    terminal.rows = 6;
    const lines = Array.from({ length: 30 }, (_, n) => `${n} ${"x".repeat(60)}`);
    const screen = new Screen(terminal, () => ({ lines }));
    screen.draw();
    screen.draw();
    expect(terminal.text.split("\n")).toHaveLength(5);
    screen.close();
  });

  it("draws what comes fast in few frames", async () => {
    const terminal = new VirtualTerminal();
    const screen = new Screen(terminal, () => ({ lines: ["status"] }));
    for (let n = 0; n < 1000; n++) screen.print([`line ${n}`]);
    screen.draw();
    expect(terminal.frames).toHaveLength(1);
    screen.close();
  });
});
