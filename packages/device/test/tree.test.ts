import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { denseView } from "../src/tree/dense-view.js";
import { diffLines } from "../src/tree/diff-lines.js";
import { NodeIds } from "../src/tree/node-ids.js";
import { everyNode, type UiNode } from "../src/tree/ui-node.js";
import { ViewStore } from "../src/tree/view-store.js";

let keys = 0;
const node = (role: UiNode["role"], name = "", more: Partial<UiNode> = {}): UiNode => ({
  key: `k${keys++}`,
  role,
  name,
  children: [],
  ...more,
});
const view = (children: UiNode[], options = {}): string[] =>
  denseView([node("window", "W", { value: "app", children })], new NodeIds(), options);

it("writes each kind of node with its marks", () => {
  const lines = view(
    [
      node("heading", "Title"),
      node("field", "Name", { value: "Ada", focused: true }),
      node("password", "Secret", { value: "•••" }),
      node("check", "On", { checked: true }),
      node("check", "Part", { checked: "mixed" }),
      node("radio", "A", { checked: true }),
      node("choice", "Size", { value: "Small", children: [node("option", "Large")] }),
      node("tab", "One", { selected: true }),
      node("item", "Tree", { expanded: false }),
      node("button", "Go", { disabled: true }),
      node("image", "Logo"),
    ],
    { apart: true },
  );
  expect(lines).toEqual([
    "# W · app",
    "## Title",
    "[1_ Name=Ada](focused)",
    "[2_ Secret=•••]",
    "[3■ On]",
    "[4▣ Part]",
    "[5● A]",
    "[6▼ Size=Small]",
    "[7✓ One]",
    "[8► Tree]",
    "[9 Go](disabled)",
    "(image Logo)",
  ]);
});

it("drops boxes, labels that say nothing new, and what is out of sight, which it counts", () => {
  const hidden = node("group", "", { hidden: true, children: [node("button", "Away"), node("text", "far")] });
  const row = node("group", "", { children: [node("text", "Name:"), node("field", "Name", { value: "" })] });
  expect(view([node("group", "", { children: [row, hidden, node("separator")] })])).toEqual([
    "# W · app",
    "[1_ Name=]",
    "(3 more nodes are out of sight)",
  ]);
});

it("names a button by the words in it", () => {
  const inner = node("group", "", { children: [node("image", "cart"), node("text", "Buy now")] });
  expect(view([node("button", "", { children: [inner] })])).toEqual(["# W · app", "[1 cart · Buy now]"]);
});

it("shows a sample of a long list, its true length, and what is selected in it", () => {
  const rows = Array.from({ length: 100 }, (_, index) =>
    node("item", `Row ${index}`, { selected: index === 50 }),
  );
  const lines = view([node("list", "Rows", { children: rows })], { apart: true });
  expect(lines.filter((line) => line.includes("Row "))).toHaveLength(11);
  expect(lines).toContain("[11✓ Row 50]");
  expect(lines.at(-1)).toBe("… 89 more of 100");
  expect(view([node("list", "Rows", { children: rows })], { apart: true, all: true })).toHaveLength(102);
});

it("keeps an id with its node, whatever comes and goes around it", () => {
  const ids = new NodeIds();
  const [a, b, c] = ["a", "b", "c"].map((name) => node("button", name)) as [UiNode, UiNode, UiNode];
  denseView([node("window", "W", { children: [a, b] })], ids);
  const lines = denseView([node("window", "W", { children: [c, b] })], new NodeIds(ids.entries()));
  expect(lines.slice(1)).toEqual(["[3 c]", "[2 b]"]);
});

it("never loses a name that can be seen, and gives every id once", () => {
  const role = fc.constantFrom<UiNode["role"]>("button", "text", "group", "field", "list", "item", "check");
  const name = fc.constantFrom("", "Alpha", "Beta", "Gamma");
  const { tree } = fc.letrec<{ tree: UiNode }>((tie) => {
    const branch = fc.tuple(role, name, fc.array(tie("tree"), { maxLength: 4 }));
    const leaf = fc.tuple(role, name, fc.constant<UiNode[]>([]));
    return {
      tree: fc
        .oneof({ maxDepth: 4 }, leaf, branch)
        .map(([kind, words, children]) => node(kind, words, { children })),
    };
  });
  fc.assert(
    fc.property(tree, (root) => {
      const text = view([root], { all: true }).join("\n");
      for (const { name } of everyNode(root)) expect(text).toContain(name);
      const ids = [...text.matchAll(/\[(\d+)/g)].map((match) => match[1]);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 300 },
  );
});

it("turns one view into the other by its changes", () => {
  const line = fc.constantFrom("a", "b", "c", "d");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), fc.array(line, { maxLength: 12 }), (before, after) => {
      const changes = diffLines(before, after);
      const count = (mark: string, value: string) =>
        changes.filter((change) => change === `${mark} ${value}`).length;
      const had = (lines: string[], value: string) => lines.filter((one) => one === value).length;
      for (const value of "abcd")
        expect(had(before, value) - count("-", value) + count("+", value)).toBe(had(after, value));
      if (before.join() === after.join()) expect(changes).toEqual([]);
    }),
  );
  expect(
    diffLines(
      [],
      Array.from({ length: 100 }, (_, index) => `${index}`),
    ).at(-1),
  ).toBe("… 40 more changes");
});

it("keeps a view in a file, reads a damaged one as none, and says when it cannot be kept", async () => {
  const dir = mkdtempSync(join(tmpdir(), "ga-view-"));
  try {
    const store = await ViewStore.open("phone/1:5555", dir);
    store.ids.idFor(node("button", "Go", { key: "x" }));
    await store.save(["one"]);
    const again = await ViewStore.open("phone/1:5555", dir);
    expect([again.lines, again.ids.find("1")?.name]).toEqual([["one"], "Go"]);
    writeFileSync(join(dir, "phone_1_5555.json"), "{broken");
    expect((await ViewStore.open("phone/1:5555", dir)).lines).toEqual([]);
    const file = join(dir, "file");
    writeFileSync(file, "");
    const nowhere = await ViewStore.open("x", file);
    await expect(nowhere.save([])).rejects.toMatchObject({ code: "invalid-options" });
  } finally {
    rmSync(dir, { recursive: true });
  }
});
