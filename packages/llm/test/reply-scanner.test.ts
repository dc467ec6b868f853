import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinPieces, ReplyScanner, scanReply } from "../src/tool-client/reply-scanner.js";
import type { TextCall, TextPiece } from "../src/tool-client/scan-region.js";

const tool = (name: string, properties: object = {}) => ({
  name,
  description: name,
  parameters: { type: "object", properties },
});
const tools = [
  tool("file_read", { path: { type: "string" }, start: { type: "integer" } }),
  tool("code_run", { code: { type: "string" } }),
  tool("exec"),
];

const scan = (text: string, cut = false) => scanReply(text, tools, cut);
const callsIn = (text: string, cut = false): TextCall[] =>
  scan(text, cut).flatMap((piece) => (piece.type === "call" ? [piece.call] : []));
const shown = (text: string): string =>
  scan(text)
    .map((piece) => (piece.type === "text" ? piece.text : ""))
    .join("")
    .trim();

const readA = { name: "file_read", args: { path: "a" } };
const json = '{"name":"file_read","arguments":{"path":"a"}}';
const FENCE = "```";

describe("calls", () => {
  it.each([
    ["the protocol's block", `<tool_use>\n${json}\n</tool_use>`],
    ["a block without a closing tag", `<tool_use>${json}`],
    ["a block closed by another tag", `<tool_use>${json}</tool_call>`],
    ["a block with a bracket too many", `<tool_use>${json}}</tool_use>`],
    ["a block with a fence inside", `<tool_use>\n${FENCE}json\n${json}\n${FENCE}\n</tool_use>`],
    ["<tool_call>", `<tool_call>\n${json}\n</tool_call>`],
    ["input for arguments", `<tool_use>${json.replace("arguments", "input")}</tool_use>`],
    [
      "arguments encoded twice",
      '<tool_use>{"name":"file_read","arguments":"{\\"path\\":\\"a\\"}"}</tool_use>',
    ],
    ["arguments beside the name", '<tool_use>{"name":"file_read","path":"a"}</tool_use>'],
    ["a function inside", `<tool_use>{"type":"function","function":${json}}</tool_use>`],
    ["<function=…> with JSON", '<function=file_read>{"path":"a"}</function>'],
    ["<function=…> with parameters", "<function=file_read>\n<parameter=path>\na\n</parameter>\n</function>"],
    [
      "<function=…> in <tool_call>",
      "<tool_call>\n<function=file_read>\n<parameter=path>a</parameter>\n</function>\n</tool_call>",
    ],
    ["<invoke>", '<invoke name="file_read"><parameter name="path">a</parameter></invoke>'],
    [
      "a namespaced invoke",
      '<x:function_calls>\n<x:invoke name="file_read">\n<x:parameter name="path">a</x:parameter>\n</x:invoke>\n</x:function_calls>',
    ],
    [
      "an invoke in a namespaced tool_call",
      '<minimax:tool_call>\n<invoke name="file_read">\n<parameter name="path">a</parameter>\n</invoke>\n</minimax:tool_call>',
    ],
    [
      "a name and argument keys",
      "<tool_call>file_read\n<arg_key>path</arg_key>\n<arg_value>a</arg_value>\n</tool_call>",
    ],
    ["bare JSON", json],
    ["bare JSON over several lines", JSON.stringify(JSON.parse(json), null, 2)],
    ["an array of tool_use blocks", '[{"type":"tool_use","id":"x","name":"file_read","input":{"path":"a"}}]'],
  ])("A14: %s is recognised, and nothing of it is shown", (_, call) => {
    expect(callsIn(call)).toEqual([readA]);
    expect(callsIn(`I read it.\n${call}\n`)).toEqual([readA]);
    expect(shown(`I read it.\n${call}\n`)).toBe("I read it.");
    expect(callsIn(`<thinking>hm</thinking>\n<summary>s</summary>\n${call}`)).toEqual([readA]);
  });

  it("several in one reply, in their order", () => {
    const b = '<tool_use>{"name":"code_run","arguments":{}}</tool_use>';
    expect(callsIn(`<tool_use>${json}</tool_use>\n${b}<tool_use>${json}`).map(({ name }) => name)).toEqual([
      "file_read",
      "code_run",
      "file_read",
    ]);
    expect(callsIn(`[${json},${json}]`)).toHaveLength(2);
  });

  it("tags, fences and brackets inside a string are content", () => {
    const code = "print('</tool_use>')\n```\n}}\n<tool_use>{\n\"quoted\" \\d";
    const block = `<tool_use>${JSON.stringify({ name: "code_run", arguments: { code } })}</tool_use>`;
    expect(callsIn(`${block}\nDone?`)).toEqual([{ name: "code_run", args: { code } }]);
    expect(shown(`${block}\nDone?`)).toBe("Done?");
    const parameter = "<function=code_run><parameter=code>a </function> b</parameter></function>";
    expect(callsIn(parameter)).toEqual([{ name: "code_run", args: { code: "a </function> b" } }]);
  });

  it("parameters are text where the schema says so, else JSON where they are", () => {
    const body = ["path>42", "start>7", "other>[1]", "word>hi"]
      .map((p) => `<parameter=${p}</parameter>`)
      .join("\n");
    expect(callsIn(`<function=file_read>${body}</function>`)).toEqual([
      { name: "file_read", args: { path: "42", start: 7, other: [1], word: "hi" } },
    ]);
  });

  it.each([
    ["real line breaks in a string", '{"name":"code_run","arguments":{"code":"a\nb\tc"}}', "a\nb\tc"],
    ["a comma too many", '{"name":"code_run","arguments":{"code":"a",},}', "a"],
    ["quotes not escaped", '{"name":"code_run","arguments":{"code":"say "hi" twice"}}', 'say "hi" twice'],
    ["one quote not escaped", '{"name":"code_run","arguments":{"code":"5" wide"}}', '5" wide'],
    [
      "escapes that are none",
      '{"name":"code_run","arguments":{"code":"\\d \\. C:\\Users"}}',
      "\\d \\. C:\\Users",
    ],
    ["Python's way", "{'name': 'code_run', 'arguments': {'code': 'a', }}", "a"],
    ["brackets left open", '{"name":"code_run","arguments":{"code":"a"}', "a"],
  ])("mends %s", (_, broken, code) => {
    expect(callsIn(`<tool_use>\n${broken}\n</tool_use>`)).toEqual([{ name: "code_run", args: { code } }]);
  });
});

describe("what is no call", () => {
  it("A12: a block in a code fence is an example", () => {
    const example = `You would write\n${FENCE}\n<tool_use>{"name":"code_run","arguments":{"code":"rm -rf /"}}</tool_use>\n${FENCE}\nto run it.`;
    expect(scan(example)).toEqual([{ type: "text", text: example }]);
  });

  it.each([
    ["a fence with a language", `${FENCE}xml\n<tool_use>${json}</tool_use>\n${FENCE}`],
    ["tildes", `~~~\n<tool_use>${json}</tool_use>\n~~~`],
    [
      "a longer fence around a shorter one",
      `${FENCE}\`\n${FENCE}\n<tool_use>${json}</tool_use>\n${FENCE}\n${FENCE}\``,
    ],
    ["a fence that is never closed", `${FENCE}json\n${json}`],
    ["code in a line", `Write \`<tool_use>${json}</tool_use>\` or \`\`a \` ${json}\`\`.`],
    ["a quotation", `> <tool_use>${json}</tool_use>\n> <tool_use>\n> ${json}\n> </tool_use>`],
    ["the tag alone", "A call stands in <tool_use> and </tool_use> tags."],
    ["JSON with another name", '{"name":"Ada","arguments":{"for":1}}'],
    ["JSON in a sentence", `It said ${json} and ended.`],
    ["JSON followed by words", `${json} is what I would send.`],
    ["other tags", "a < b, <div class='x'>, <a:b>, 1 <2> 3, <function> and <invoke>"],
    ["a comparison at the end", "if a <"],
  ])("A12: %s", (_, prose) => {
    expect(joinPieces(scan(prose))).toEqual([{ type: "text", text: prose }]);
  });

  it("A12: a block in the middle of a sentence is answered instead of run", () => {
    const [call] = callsIn(`You would write <tool_use>${json}</tool_use> to read it.`);
    expect(call).toMatchObject({ name: "file_read", args: {} });
    expect(call?.invalidArgs).toContain("inside a sentence");
    expect(callsIn(`I read it: <tool_use>${json}</tool_use>\nThen more.`)).toEqual([readA]);
  });

  it("a call that is only thought about", () => {
    const pieces = scan(`<thinking>I could <tool_use>${json}</tool_use> first.</thinking>No need.`);
    expect(pieces.map(({ type }) => type)).toEqual(["thinking", "text"]);
  });

  it("what follows a result the model made up", () => {
    const made = `<tool_use>${json}</tool_use>\n<tool_result>fake</tool_result>\n<tool_use>${json}</tool_use>`;
    expect(scan(made).filter(({ type }) => type !== "text")).toEqual([
      { type: "call", call: readA },
      { type: "made-up" },
    ]);
    expect(shown(made)).toBe("");
  });
});

describe("what cannot be read is neither shown nor lost", () => {
  it.each([
    ["JSON that no mending helps", '<tool_use>{"name":"file_read","arguments":{path a}}</tool_use>'],
    ["no JSON object", '<tool_use>["file_read"]</tool_use>'],
    ["a string without an end", '<tool_use>{"name":"file_read","arguments":{"path":"a</tool_use>'],
    ["a call cut short", '<tool_use>{"name":"file_read","arguments":{"path":"a'],
    ["a parameter without an end", "<function=file_read><parameter=path>a</function>"],
    ["bare JSON cut short", '{"name":"file_read","arguments":{"path":"a'],
    ["arguments that are no object", '<tool_use>{"name":"file_read","arguments":[1]}</tool_use>'],
  ])("%s", (_, text) => {
    const [call, ...more] = callsIn(`Reading.\n${text}`);
    expect(more).toEqual([]);
    expect(call?.args).toEqual({});
    expect(call?.invalidArgs).not.toBe(undefined);
    expect(shown(`Reading.\n${text}`)).toBe("Reading.");
  });

  it("keeps the name where there is one, and reads on behind the closing tag", () => {
    const calls = callsIn(
      `<tool_use>{"name":"exec","arguments":{"a":"b}}</tool_use>\n<tool_use>${json}</tool_use>`,
    );
    expect(calls).toEqual([
      { name: "exec", args: {}, invalidArgs: '{"name":"exec","arguments":{"a":"b}}' },
      readA,
    ]);
  });

  it("A4: at the output limit an open call is not whole, though brackets could close it", () => {
    const open = '<tool_use>{"name":"file_read","arguments":{"path":"a"}';
    expect(callsIn(open, true)[0]?.invalidArgs).toBe(open.slice("<tool_use>".length));
    expect(callsIn(`<tool_use>${json}`, true)).toEqual([readA]);
  });

  it("a thought that is never closed keeps the calls it ends with", () => {
    expect(callsIn(`<thinking>I read it.\n<tool_use>${json}</tool_use>`)).toEqual([readA]);
    expect(callsIn(`<think>I could <tool_use>${json}</tool_use> or not`)).toEqual([]);
  });
});

describe("any split", () => {
  const parts = [
    ...[
      "Grüße 🙂\n",
      "`code` ",
      "~~~\nx\n~~~\n",
      `${FENCE}ts\nlet a = "<tool_use>";\n${FENCE}\n`,
      "<b>",
      "</",
      "`",
    ],
    ...[
      "<thinking>hm <i> </thinking>",
      "<summary>s</summary>\n",
      "\n\n",
      " ",
      "<",
      "{",
      '{"a":1}',
      "]",
      "word ",
    ],
    ...[
      `<tool_use>${json}</tool_use>`,
      `<tool_use>\n${json}\n</tool_use>\n`,
      '<tool_use>{"name":"x","arguments":{"s":"5" w"}}</tool_use>',
    ],
    ...[
      `\n${json}\n`,
      '<function=exec>{"a":"<x>"}</function>',
      "<tool_call>",
      "</tool_call>",
      "<tool_use>",
      "</tool_use>",
    ],
    ...[
      '<x:invoke name="exec"><x:parameter name="p">1</x:parameter></x:invoke>',
      "<tool_result>",
      "<think>",
      "[{",
      '"name',
    ],
  ];
  const reply = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((list) => list.join(""));

  const inPieces = (text: string, sizes: readonly number[], cut: boolean): TextPiece[] => {
    const scanner = new ReplyScanner(tools);
    const pieces: TextPiece[] = [];
    for (let at = 0, turn = 0; at < text.length; turn++) {
      const size = sizes[turn % sizes.length]!;
      pieces.push(...scanner.push(text.slice(at, at + size)));
      at += size;
    }
    return joinPieces([...pieces, ...scanner.end(cut)]);
  };

  it("of the text gives the same pieces", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(reply, sizes, fc.boolean(), (text, split, cut) => {
        expect(inPieces(text, split, cut)).toEqual(scanReply(text, tools, cut));
      }),
      { numRuns: 1500 },
    );
  });

  it("shows every character of a text without calls", () => {
    fc.assert(
      fc.property(reply, (text) => {
        fc.pre(!/<think|<tool_/.test(text));
        const pieces = scanReply(text, tools);
        if (pieces.every(({ type }) => type === "text")) expect(shown(text)).toBe(text.trim());
      }),
      { numRuns: 500 },
    );
  });

  it("holds prose back no longer than it must", () => {
    const scanner = new ReplyScanner(tools);
    const now = (text: string) =>
      joinPieces(scanner.push(text)).map((piece) => (piece.type === "text" ? piece.text : piece.type));
    expect(now("Hello ")).toEqual(["Hello "]);
    expect(now("a <")).toEqual(["a "]);
    expect(now(" b")).toEqual(["< b"]);
    expect(now("\n<tool")).toEqual(["\n"]);
    expect(now("box> and")).toEqual(["<toolbox> and"]);
    expect(now("\n<tool_use>{")).toEqual(["\n"]);
    expect(now(json.slice(1))).toEqual([]);
    expect(now("</tool_use>\nNext")).toEqual(["call", "\nNext"]);
  });

  it("reads a large call in small pieces", () => {
    const code = "<a b=1 `x` {\n".repeat(5000);
    const block = `<tool_use>${JSON.stringify({ name: "code_run", arguments: { code } })}</tool_use>`;
    const pieces = inPieces(`${code}${block}`, [7], false);
    expect(pieces.at(-1)).toMatchObject({ type: "call", call: { args: { code } } });
  });
});
