import type { Control } from "./line.js";
import type { FieldState, Page } from "./page.js";

type State = Omit<Control, "element" | "id" | "kind" | "name" | "nameIsText">;

const SOME_OPTIONS = 4;
const MAX_OPTION_CHARS = 40;
const MAX_VALUE_CHARS = 200;

/** Everything a control says about itself beyond its name. */
export function controlState(page: Page, element: Element, kind: Control["kind"]): State {
  const { dom } = page;
  const attr = (name: string) => dom.attr(element, name);
  const tag = dom.tag(element);
  const state: State = {};
  if (page.isDisabled(element, tag) || attr("aria-disabled") === "true") state.disabled = true;
  const expanded = tag === "summary" ? String(isOpen(page, element)) : attr("aria-expanded");
  if (expanded === "true" || expanded === "false") state.expanded = expanded === "true";
  if (kind === "press") return { ...state, ...pressState(tag, attr) };

  const field = FIELDS.has(tag) ? page.field(element) : undefined;
  if (attr("required") !== null || attr("aria-required") === "true") state.required = true;
  if (field?.invalid || isOn(attr("aria-invalid"))) state.invalid = true;
  if (kind === "box" || kind === "radio") state.checked = checkedState(attr("aria-checked"), field);
  if (kind === "select" && field) Object.assign(state, selectState(field));
  if (kind === "field") state.value = fieldValue(page, element, tag, field);
  if (kind === "file" && field?.value) state.value = field.value.split(/[\\/]/).pop();
  return state;
}

function pressState(tag: string, attr: (name: string) => string | null): State {
  const state: State = {};
  const on =
    attr("aria-selected") === "true" || attr("aria-pressed") === "true" || isOn(attr("aria-current"));
  if (on) state.selected = true;
  if (tag === "a" || tag === "area") state.href = attr("href") ?? undefined;
  return state;
}

const FIELDS = new Set(["input", "select", "textarea"]);

const isOn = (value: string | null): boolean => value !== null && value !== "" && value !== "false";

function isOpen(page: Page, summary: Element): boolean {
  const details = page.dom.parent(summary) as Element | null;
  return details !== null && page.dom.attr(details, "open") !== null;
}

function checkedState(aria: string | null, field: FieldState | undefined): boolean | "mixed" {
  if (aria === "mixed") return "mixed";
  return aria === null ? (field?.checked ?? false) : aria === "true";
}

/** The chosen label, how many there are, and a few around the beginning. */
function selectState({ options, chosen }: FieldState): Pick<State, "value" | "options"> {
  const some = options.filter((label) => !chosen.includes(label)).slice(0, SOME_OPTIONS);
  return {
    value: chosen.map(clip).join(", "),
    options: { some: some.map(clip), count: options.length },
  };
}

const clip = (label: string): string =>
  label.length > MAX_OPTION_CHARS ? `${label.slice(0, MAX_OPTION_CHARS)}…` : label;

function fieldValue(
  page: Page,
  element: Element,
  tag: string,
  field: FieldState | undefined,
): string | undefined {
  const { dom } = page;
  if (dom.attr(element, "type")?.toLowerCase() === "password") return field?.value ? "•••" : undefined;
  const typed = field
    ? field.value
    : (dom.attr(element, "aria-valuetext") ?? dom.attr(element, "aria-valuenow"));
  const value = (typed ?? "").replace(/\s+/g, " ").trim();
  if (tag === "input" && dom.attr(element, "type") === "range") {
    return `${value} of ${dom.attr(element, "min") ?? 0}–${dom.attr(element, "max") ?? 100}`;
  }
  if (value.length > MAX_VALUE_CHARS)
    return `${value.slice(0, MAX_VALUE_CHARS)}… (${value.length} characters)`;
  return value || undefined;
}
