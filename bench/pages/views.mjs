import { createRequire } from "node:module";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

const require = createRequire(import.meta.url);

/**
 * Each view makes a text from a page. `plain` is that text without its own notation, `names` the names of what it
 * lets a reader act on.
 */
export const VIEWS = [
  { name: "simphtml", live: true, make: (tab) => tab.scan(), read: readOutline },
  {
    name: "simphtml, 8 000 tokens",
    live: true,
    make: (tab) => tab.scan({ budgetTokens: 8000 }),
    read: readOutline,
  },
  { name: "simphtml, text", live: true, make: (tab) => tab.scan({ form: "text" }), read: readText },
  {
    name: "simphtml, html",
    live: true,
    make: (tab) => tab.scan({ form: "html" }),
    read: (html) => readHtml(withoutNotes(html)),
  },
  { name: "simphtml, from a string", make: (_, html, simplify) => simplify(html), read: readOutline },
  { name: "raw HTML", make: (_, html) => html, read: readHtml },
  { name: "readability + turndown", make: (_, html) => readable(html), read: readMarkdown },
  { name: "defuddle", make: (_, html, __, url) => defuddled(html, url), read: readMarkdown },
  {
    name: "turndown",
    make: (_, html) => markdown(parseHTML(html).document.body?.innerHTML ?? ""),
    read: readMarkdown,
  },
  {
    name: "Playwright aria snapshot",
    live: true,
    make: (tab) => tab.page.locator("body").ariaSnapshot(),
    read: readAria,
  },
];

const markdown = (html) =>
  html
    ? new TurndownService({ headingStyle: "atx" }).turndown(
        parseHTML(`<html><body>${html}</body></html>`).document.body,
      )
    : "";

function readable(html) {
  const article = new Readability(parseHTML(html).document).parse();
  return article ? `# ${article.title}\n\n${markdown(article.content)}` : "";
}

async function defuddled(html, url) {
  const { Defuddle } = await import("defuddle/node");
  const { log, warn, error } = console;
  Object.assign(console, { log() {}, warn() {}, error() {} });
  try {
    const { title, content } = await Defuddle(parseHTML(html).document, url, { markdown: true });
    return `# ${title}\n\n${content}`;
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

const HANDLE = /\[[a-z]?\d+(?: (?:canvas|media|frame))?[^\p{L}\p{N}[\]]+([^[\]]*)\]/gu;

function readOutline(text) {
  const names = [];
  const plain = withoutNotes(text)
    .replace(HANDLE, (_, inside) => {
      const [name, value = ""] = inside
        .replace(/( \((disabled|invalid|open|covered.*)\))+$/, "")
        .replace(/ of \d+(: .*)?$/, "$1")
        .split("=");
      names.push(name.trim() || value);
      return ` ${name} ${value} `;
    })
    .replace(/\(image ([^()]*)\)/g, "$1");
  return { plain, names };
}

function readText(text) {
  return { plain: withoutNotes(text), names: [] };
}

/** What our view says about itself, in each of its forms. */
const withoutNotes = (text) =>
  text
    .replace(/\(…[^()]*\[\d+ expand\]\)/g, "")
    .replace(/\(\d+–\d+ of [\w ]+ are loaded; scroll e\w+\)/g, "")
    .replace(/^\((dialog|page|.* behind: body|an overlay covers.*)\)$/gm, "");

const ACTIONABLE =
  "a[href], a[id], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=tab], [role=menuitem], [role=option], [role=treeitem], [role=switch], [role=checkbox], [role=radio], [role=combobox], [role=textbox], [contenteditable], [onclick]";

function readHtml(html) {
  const { document } = parseHTML(/<html/i.test(html) ? html : `<html><body>${html}</body></html>`);
  for (const node of document.querySelectorAll("script, style, noscript, template, title")) node.remove();
  const labels = new Map(
    [...document.querySelectorAll("label[for]")].map((label) => [
      label.getAttribute("for"),
      label.textContent,
    ]),
  );
  const names = [...document.querySelectorAll(ACTIONABLE)].map((node) => {
    const attribute = (name) => node.getAttribute(name) ?? "";
    const following = node.localName === "input" ? (node.nextSibling?.textContent ?? "") : "";
    return (
      (node.localName === "select" ? "" : node.textContent.trim()) ||
      attribute("aria-label") ||
      labels.get(attribute("id")) ||
      node.closest("label")?.textContent ||
      node.querySelector("img")?.getAttribute("alt") ||
      attribute("title") ||
      attribute("placeholder") ||
      attribute("value") ||
      following
    );
  });
  const attributes = [...document.querySelectorAll("[aria-label]")].map((node) =>
    node.getAttribute("aria-label"),
  );
  return { plain: `${spaced(document.body)} ${attributes.join(" ")}`, names };
}

const spaced = (node) =>
  node
    ? [...node.childNodes].map((child) => (child.nodeType === 3 ? child.data : ` ${spaced(child)} `)).join("")
    : "";

function readMarkdown(text) {
  const names = [];
  const plain = text
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, (_, name) => {
      names.push(name);
      return name;
    })
    .replace(/\\([^\w\s])/g, "$1");
  return { plain, names };
}

const ROLES =
  "link button tab menuitem menuitemcheckbox menuitemradio option treeitem switch checkbox radio combobox textbox searchbox slider spinbutton".split(
    " ",
  );

function readAria(text) {
  const names = [];
  const plain = [];
  for (const line of text.split("\n")) {
    if (/^\s*- \/[a-z]+:/.test(line)) continue;
    const entry = /^\s*- (?:'|)([a-z]+)(?: "((?:[^"\\]|\\.)*)")?([^:]*)(?:: ?(.*))?$/.exec(line);
    if (!entry) {
      plain.push(line.replace(/^\s*- (text: )?/, ""));
      continue;
    }
    const [, role, name = "", , value = ""] = entry;
    if (role === "text") plain.push(value);
    else {
      if (ROLES.includes(role)) names.push(name || value);
      plain.push(name, value);
    }
  }
  return { plain: plain.join("\n").replace(/\\"/g, '"'), names };
}

/** Versions of the peers, for the table. */
export const versionOf = (name) => {
  try {
    return require(`${name}/package.json`).version;
  } catch {
    return "";
  }
};
