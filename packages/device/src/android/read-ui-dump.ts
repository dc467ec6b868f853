import { errorMessage } from "@genericagent/core-loop";
import { SaxesParser } from "saxes";
import { DeviceError } from "../device-error.js";
import type { Rect } from "../geometry.js";
import type { UiNode, UiRole } from "../tree/ui-node.js";

type Attributes = Record<string, string>;

interface DumpNode {
  attributes: Attributes;
  children: DumpNode[];
}

/** What `uiautomator dump` wrote, as a tree of nodes. The text of password fields is masked here, for everybody. */
export function readUiDump(xml: string): UiNode {
  const root = parse(xml);
  const count = countOf(root);
  const seen = new Map<string, number>();
  const windows = root.children.map((child) => nodeFrom(child, count, seen));
  const app = root.children[0]?.attributes.package ?? "";
  return { key: "screen", role: "window", name: app, children: windows };
}

function parse(xml: string): DumpNode {
  const root: DumpNode = { attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const node = name === "node" ? { attributes: attributes as Attributes, children: [] } : open.at(-1)!;
    if (name === "node") open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => void open.pop());
  try {
    parser.write(xml).close();
  } catch (error) {
    throw new DeviceError(
      "no-tree",
      `The device's dump of its screen cannot be read: ${errorMessage(error)}.`,
      error,
    );
  }
  return root;
}

/** The same for a node in every dump, so far as the dump tells: its id, else its words. */
const signatureOf = ({ attributes: a }: DumpNode): string =>
  `${a["resource-id"] || a["content-desc"] || a.text || ""}|${a.class}`;

function countOf(root: DumpNode, count = new Map<string, number>()): Map<string, number> {
  for (const child of root.children) {
    count.set(signatureOf(child), (count.get(signatureOf(child)) ?? 0) + 1);
    countOf(child, count);
  }
  return count;
}

/** Rows of a list share their ids: there the words tell them apart, and then their order. */
function keyOf(node: DumpNode, count: Map<string, number>, seen: Map<string, number>): string {
  const signature = signatureOf(node);
  const key =
    (count.get(signature) ?? 0) > 1 ? `${signature}|${wordsIn(node).join(" ").slice(0, 80)}` : signature;
  const earlier = seen.get(key) ?? 0;
  seen.set(key, earlier + 1);
  return earlier > 0 ? `${key}|${earlier}` : key;
}

function wordsIn({ attributes: a, children }: DumpNode): string[] {
  const own = a.password === "true" ? "" : a.text || a["content-desc"];
  return [...(own ? [own] : []), ...children.flatMap(wordsIn)];
}

const ROLES: readonly [RegExp, UiRole][] = [
  [/EditText$|AutoCompleteTextView$/, "field"],
  [/(CheckBox|Switch|SwitchCompat|ToggleButton|CheckedTextView)$/, "check"],
  [/RadioButton$/, "radio"],
  [/Spinner$/, "choice"],
  [/(Seek|Rating)Bar$/, "slider"],
  [/ProgressBar$/, "progress"],
  [/Button$|FloatingActionButton$|\.Chip$/, "button"],
  [/TextView$/, "text"],
  [/Image(View)?$/, "image"],
  [/(RecyclerView|ListView|GridView)$/, "list"],
];

function nodeFrom(node: DumpNode, count: Map<string, number>, seen: Map<string, number>): UiNode {
  const { attributes: a } = node;
  const is = (name: string) => a[name] === "true";
  const bounds = boundsFrom(a.bounds ?? "");
  const role = roleOf(a, is("clickable") || is("long-clickable"));
  const isField = role === "field" || role === "password";
  const isEmpty = bounds.width <= 0 || bounds.height <= 0;
  const text = a.text ?? "";
  return {
    key: keyOf(node, count, seen),
    role,
    name: nameOf(node, role),
    ...(isField && { value: role === "password" ? text && "•••" : text, chars: text.length }),
    ...(is("checkable") && { checked: is("checked") }),
    ...(is("selected") && { selected: true }),
    ...(is("focused") && isField && { focused: true }),
    ...(a.enabled === "false" && { disabled: true }),
    ...((isEmpty || a["visible-to-user"] === "false") && { hidden: true }),
    ...(is("clickable") && { acts: true }),
    bounds,
    children: node.children.map((child) => nodeFrom(child, count, seen)),
  };
}

function roleOf({ class: name = "", password, checkable }: Attributes, clickable: boolean): UiRole {
  if (password === "true") return "password";
  const role = ROLES.find(([pattern]) => pattern.test(name))?.[1];
  if (checkable === "true" && role !== "radio") return "check";
  if (clickable && (role === undefined || role === "text" || role === "image")) return "button";
  return role ?? "group";
}

function nameOf(node: DumpNode, role: UiRole): string {
  const { attributes: a } = node;
  const id = (a["resource-id"] ?? "").replace(/^.*\//, "");
  if (role === "field" || role === "password") return a["content-desc"] || a.hint || id;
  const words = a.text || a["content-desc"] || "";
  const needsName = role !== "group" && role !== "text" && role !== "list" && role !== "image";
  return words || (needsName && wordsIn(node).length === 0 ? id : "");
}

function boundsFrom(text: string): Rect {
  const [, left, top, right, bottom] = (
    /^\[(-?\d+),(-?\d+)\]\[(-?\d+),(-?\d+)\]$/.exec(text) ?? [0, 0, 0, 0, 0]
  ).map(Number);
  return { x: left!, y: top!, width: right! - left!, height: bottom! - top! };
}
