import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startPhone } from "../../../packages/device/test/fake-phone.js";
import { startDesktop, startForm, type TestDesktop } from "../../../packages/device/test/start-desktop.js";
import { model, type Place, place, runGa } from "./run-ga.js";

/** The id of what a tree calls so. */
const idIn = (text: string, name: string): string => {
  const id = new RegExp(`\\[(\\d+)\\S* (?=${name})`).exec(text)?.[1];
  if (!id) throw new Error(`nothing is called ${name} in:\n${text}`);
  return id;
};

const device = async (where: Place, ...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await runGa(["device", ...args], where);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  return stdout;
};

describe("ga device on a desktop", { timeout: 240_000 }, () => {
  let desktop: TestDesktop;
  beforeAll(async () => {
    desktop = await startDesktop("1000x700");
    await startForm(desktop);
  });
  afterAll(() => desktop?.stop());

  it("fills a form and reads it back by OCR", async () => {
    const where = place(desktop.env);
    const tree = await device(where, "tree");
    expect(tree).toMatch(/^# Order form · form\.py\n/);
    await device(where, "set", idIn(tree, "Name"), "Ada Lovelace");
    await device(where, "set", idIn(tree, "City"), "北京");
    expect(await device(where, "set", idIn(tree, "Mood"), "🚀")).toMatch(
      /^- \[\d+_ Mood=\]\n\+ \[\d+_ Mood=🚀\]\n$/,
    );
    await device(where, "select", idIn(tree, "Small"), "Large");
    await device(where, "click", idIn(tree, "Express"));
    expect(await device(where, "press", idIn(tree, "Save order"))).toContain(
      "+ Saved Ada Lovelace 北京 U+1F680 Large express",
    );

    const [window] = JSON.parse(await device(where, "window", "--json")) as [{ id: string }];
    const text = await device(where, "ocr", "--window", window.id, "--thorough");
    for (const words of [/Ada Lovelace/, /北京/, /[UO]\+?1F680/]) expect(text).toMatch(words);

    await device(where, "set", idIn(tree, "Name"), "Grace");
    await device(where, "click", "--text", "Save order", "--lang", "eng");
    expect(await device(where, "tree")).toContain("Saved Grace");
  });

  it("types, presses keys, scrolls, drags, moves windows and writes pictures", async () => {
    const where = place(desktop.env);
    const tree = await device(where, "tree");
    await device(where, "click", idIn(tree, "Name"));
    await device(where, "key", "ctrl+a", "delete");
    await device(where, "type", "Zoë & co");
    await expect.poll(() => device(where, "tree"), { timeout: 20_000 }).toContain("Name=Zoë & co]");
    const [window] = JSON.parse(await device(where, "window", "--json")) as [{ id: string }];
    await device(where, "window", "move", window.id, "30,40", "--size", "820,500");
    await device(where, "window", "focus", window.id);
    await device(where, "scroll", "--at", "400,300", "--", "-2");
    await device(where, "drag", "10,690", "20,695");
    expect(await device(where, "shot", "-o", "s.png", "--max-side", "500")).toMatch(
      /s\.png {2}500x350 pixels.*\n.*about 234 tokens \(Anthropic\)/,
    );
    expect(readFileSync(join(where.cwd, "s.png")).toString("latin1", 1, 4)).toBe("PNG");
    const checks = JSON.parse(await device(where, "doctor", "--json")) as { name: string; works: boolean }[];
    const works = checks.filter((check) => check.works).map(({ name }) => name);
    expect(works).toEqual(
      expect.arrayContaining([
        "screens and pictures",
        "mouse and keyboard",
        "accessibility tree",
        "OCR by tesseract",
      ]),
    );
  });

  it("says what is wrong, in one line and by its exit code", async () => {
    const where = place(desktop.env);
    for (const [args, code, words] of [
      [["press", "99"], 1, "no node 99"],
      [["click", "--at", "5000,1"], 1, "outside the desktop (1000x700 at 0,0)"],
      [["click", "--at", "5"], 2, "It must be x,y"],
      [["click"], 2, "Name one thing to click"],
      [["key", "hyper+x"], 2, '"hyper" is no key'],
      [["tree", "--window", "Nothing"], 1, 'No readable window fits "Nothing"'],
      [["fly"], 2, "unknown command"],
    ] as [string[], number, string][]) {
      const ended = await runGa(["device", ...args], where);
      expect([args, ended.code, ended.stderr.includes(words)]).toEqual([args, code, true]);
    }
    const blind = place({});
    expect(await runGa(["device", "tree"], blind)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DISPLAY is not set"),
    });
  });

  it("is held back by a rule of the policy, and leaves no picture in the journal", async () => {
    const bin = join(desktop.dir, "bin");
    mkdirSync(bin, { recursive: true });
    const ga = fileURLToPath(new URL("../bin/ga.mjs", import.meta.url));
    writeFileSync(join(bin, "ga"), `#!/bin/sh\nexec "${process.execPath}" "${ga}" "$@"\n`, { mode: 0o755 });
    const look = "ga device tree && ga device shot -o shot.png";
    const { env, server } = await model([
      { toolCalls: [{ name: "code_run", args: { type: "bash", script: look } }] },
      { toolCalls: [{ name: "code_run", args: { type: "bash", script: "ga device type hello" } }] },
      { text: "Done." },
    ]);
    const where = place({ ...desktop.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` });
    mkdirSync(where.dataHome);
    const rules = [{ decision: "deny", match: "ga device type *" }];
    writeFileSync(
      join(where.dataHome, "config.json"),
      JSON.stringify({ sandbox: "none", permissions: { rules } }),
    );
    const run = await runGa(["run", "--model", "openai/m", "--json", "look"], where);
    expect(run.code).toBe(0);
    const decisions = run.events.filter(({ code }) => code === "permission-decision");
    expect(JSON.stringify(decisions.at(-1))).toContain("ga device type hello");
    const asked = JSON.stringify(server.requests.at(-1));
    expect(asked).toContain("# Order form · form.py");
    expect(await device(where, "tree")).not.toContain("hello");
    const journal = readdirSync(where.dataHome, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => readFileSync(join(where.dataHome, name), "utf8"))
      .join("");
    expect(journal).toContain("shot.png");
    const picture = readFileSync(join(where.cwd, "shot.png")).toString("base64");
    expect(journal).not.toContain(picture.slice(0, 60));
  });
});

describe("ga device android", { timeout: 240_000 }, () => {
  it("walks two screens to a goal", async () => {
    const phone = await startPhone();
    onTestFinished(() => phone.close());
    const where = place({});
    const android = (...args: string[]) => device(where, "android", "--direct", phone.address, ...args);
    const shop = await android("tree");
    expect(shop).toContain("PIN=•••");
    await android("set", idIn(shop, "Search"), "boots 靴子");
    const list = await android("press", idIn(shop, "Find"));
    expect(list).toContain("+ 3 found");
    expect(await android("press", idIn(list, "Boots 42"))).toContain("+ Ordered: Boots 42");
    expect(phone.read("field-search")).toBe("boots 靴子");

    expect(await android("shell", "echo", "$((6*7))")).toBe("42\n");
    expect(
      await runGa(["device", "android", "--direct", phone.address, "shell", "exit 7"], where),
    ).toMatchObject({ code: 7 });
    expect(JSON.parse(await android("apps", "--json"))).toEqual(["com.example.shop"]);
    await android("key", "back");
    await android("swipe", "up");
    await android("tap", "5,5");
    writeFileSync(join(where.cwd, "note.txt"), "hi");
    await android("push", "note.txt", "/sdcard/note.txt");
    await android("pull", "/sdcard/note.txt", "back.txt");
    expect(readFileSync(join(where.cwd, "back.txt"), "utf8")).toBe("hi");
    expect(await android("log", "1")).toContain("line 3");
    expect(phone.journal().slice(-3)).toEqual(["key KEYCODE_BACK", "swipe 540 1800 540 720 300", "tap 5 5"]);
  });

  it("is driven by javascript of code_run through the module", async () => {
    const phone = await startPhone();
    onTestFinished(() => phone.close());
    const where = place({});
    const url = (await device(where, "module")).trim();
    const script = `const { openAndroid } = await import(${JSON.stringify(url)});
const phone = await openAndroid({ direct: "${phone.address}" });
console.log((await phone.tree()).text);
await phone.close();`;
    const { env, server } = await model([
      { toolCalls: [{ name: "code_run", args: { type: "javascript", script } }] },
      { text: "Done." },
    ]);
    const agent = place(env);
    mkdirSync(agent.dataHome);
    writeFileSync(join(agent.dataHome, "config.json"), '{"sandbox":"none"}');
    expect(await runGa(["run", "--model", "openai/m", "look"], agent)).toMatchObject({ code: 0 });
    expect(JSON.stringify(server.requests.at(-1))).toContain("# com.example.shop");
  });
});
