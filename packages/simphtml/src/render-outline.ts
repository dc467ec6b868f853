import { type Control, isControl, type Line } from "./line.js";

/** The default form: plain text, with a handle at everything that can be operated. */
export function renderOutline(line: Line): string {
  if (line.kind === "note") return renderText(line);
  const text = line.parts.map((part) => (isControl(part) ? renderControl(part) : plain(part))).join("");
  return mark(line) + text.replaceAll("] [", "][");
}

/** The text alone. */
export function renderText(line: Line): string {
  const text = line.parts.map((part) => (isControl(part) ? bareControl(part) : part)).join("");
  return line.kind === "code" ? text : text.trim();
}

function mark({ kind, level, unmarked }: Line): string {
  if (kind === "heading") return `${"#".repeat(level)} `;
  return kind === "item" ? `${"  ".repeat(level)}${unmarked ? "" : "- "}` : "";
}

/** Text of the page that looks like a handle must not read as one. */
const plain = (text: string): string =>
  text.includes("[") ? text.replace(/\[(?=[a-z]?\d+[\s_▼►□■▣○●↑✓])/g, "(") : text;

export function renderControl(control: Control): string {
  const name = inBrackets(control.name);
  const value = control.value === undefined ? "" : `=${inBrackets(control.value)}`;
  const star = control.required && !name.endsWith("*") ? "*" : "";
  const signs = sign(control);
  const called = name || (value || signs ? "" : "?");
  return `[${control.id}${signs}${called || star || value ? " " : ""}${called}${star}${value}${notes(control)}]`;
}

const inBrackets = (text: string): string =>
  /[[\]]/.test(text) ? text.replace(/\[/g, "(").replace(/\]/g, ")") : text;

function sign({ kind, checked, expanded, selected }: Control): string {
  if (kind === "box") return checked === "mixed" ? "▣" : checked ? "■" : "□";
  if (kind === "radio") return checked ? "●" : "○";
  if (kind === "file") return "↑";
  if (kind === "select") return "▼";
  if (kind === "canvas" || kind === "media" || kind === "frame") return ` ${kind}`;
  const state = `${selected ? "✓" : ""}${expanded === undefined ? "" : expanded ? "▼" : "►"}`;
  return kind === "field" ? `_${state}` : state;
}

function notes({ disabled, invalid, covered, options, expanded, kind }: Control): string {
  return [
    options ? ` of ${options.count}${someOf(options)}` : "",
    kind === "select" && expanded ? " (open)" : "",
    disabled ? " (disabled)" : "",
    invalid ? " (invalid)" : "",
    covered === undefined ? "" : ` (covered${covered ? ` by ${inBrackets(covered)}` : ""})`,
  ].join("");
}

function someOf({ some, count }: NonNullable<Control["options"]>): string {
  if (some.length === 0) return "";
  return `: ${some.map(inBrackets).join(", ")}${count > some.length + 1 ? ", …" : ""}`;
}

function bareControl(control: Control): string {
  if (control.kind === "box" || control.kind === "radio") return `${sign(control)} ${control.name}`;
  if (control.value === undefined) return control.name;
  return control.name ? `${control.name}: ${control.value}` : control.value;
}
