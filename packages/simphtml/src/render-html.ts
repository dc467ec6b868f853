import { type Control, isControl, type Line } from "./line.js";

/** Compact HTML, the form GenericAgent's tools speak: tags that carry meaning, ids that are handles, nothing else. */
export function renderHtml(line: Line): string {
  const inner = line.parts.map((part) => (isControl(part) ? tagOf(part) : escaped(part))).join("");
  switch (line.kind) {
    case "heading":
      return `<h${line.level}>${inner}</h${line.level}>`;
    case "item":
      return `<li>${inner}</li>`;
    case "row":
      return `<tr><td>${cellsOf(line)}</td></tr>`;
    default:
      return inner;
  }
}

const cellsOf = (line: Line): string =>
  line.parts
    .map((part) => (isControl(part) ? tagOf(part) : part === " | " ? "</td><td>" : escaped(part)))
    .join("");

function tagOf(control: Control): string {
  const { kind, name, value } = control;
  const id = `id=e${control.id}`;
  const state = stateOf(control);
  switch (kind) {
    case "press":
      return control.href === undefined
        ? `<button ${id}${state}>${escaped(name)}</button>`
        : `<a ${id}${state}>${escaped(name)}</a>`;
    case "box":
    case "radio":
    case "file":
      return `<input ${id} type=${kind === "box" ? "checkbox" : kind}${control.checked === true ? " checked" : ""}${state}> ${escaped(name)}`;
    case "select":
      return `<select ${id}${attribute("aria-label", name)}${state}>${optionsOf(control)}</select>`;
    case "field":
      return `<input ${id}${attribute("aria-label", name)}${attribute("value", value)}${state}>`;
    default:
      return `<${kind === "frame" ? "iframe" : kind === "media" ? "video" : kind} ${id}${attribute("title", name)}${attribute("data-size", value)}>`;
  }
}

function optionsOf({ value, options }: Control): string {
  const chosen = value ? `<option selected>${escaped(value)}` : "";
  const rest = (options?.some ?? []).map((label) => `<option>${escaped(label)}`).join("");
  const left = (options?.count ?? 0) - (options?.some.length ?? 0) - (value ? 1 : 0);
  return `${chosen}${rest}${left > 0 ? `<!-- ${left} more -->` : ""}`;
}

function stateOf({ disabled, required, invalid, expanded, selected, covered }: Control): string {
  return [
    disabled ? " disabled" : "",
    required ? " required" : "",
    invalid ? " aria-invalid" : "",
    expanded === undefined ? "" : ` aria-expanded=${expanded}`,
    selected ? " aria-selected" : "",
    covered === undefined ? "" : " data-covered",
  ].join("");
}

const attribute = (name: string, value: string | undefined): string =>
  value ? ` ${name}="${escaped(value).replace(/"/g, "&quot;")}"` : "";

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
