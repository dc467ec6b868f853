import type { UiNode } from "../../tree/ui-node.js";
import type { AtspiBus, AtspiRef } from "./atspi-bus.js";
import { hasState, roleOf } from "./atspi-words.js";
import { type AtspiItem, pathOf } from "./read-atspi-nodes.js";

/** Longer texts are cut; the view says how long they are. */
const MAX_TEXT = 400;

export const keyOf = ([bus, path]: AtspiRef): string => `${bus}${path}`;
export const refOf = (key: string): AtspiRef => {
  const slash = key.indexOf("/");
  return [key.slice(0, slash), key.slice(slash)];
};

/** The nodes of one window as a tree, with the values of the fields that are shown. */
export async function buildAtspiTree(
  bus: AtspiBus,
  items: Map<string, AtspiItem>,
  top: AtspiRef,
  withBounds: boolean,
): Promise<UiNode> {
  const children = childrenByParent(items);
  const jobs: Promise<void>[] = [];
  const build = (item: AtspiItem): UiNode => {
    const node = nodeFrom(item);
    if (!node.hidden) {
      if (holdsText(item, node)) jobs.push(readText(bus, item.ref, node));
      if (item.faces.includes("Value") && /slider|progress/.test(node.role))
        jobs.push(readValue(bus, item.ref, node));
      if (withBounds && item.faces.includes("Component")) jobs.push(readBounds(bus, item.ref, node));
    }
    node.children = (children.get(pathOf(item.ref)) ?? []).map(build);
    return node;
  };
  const tree = build(items.get(pathOf(top))!);
  await Promise.all(jobs);
  return tree;
}

function childrenByParent(items: Map<string, AtspiItem>): Map<string, AtspiItem[]> {
  const children = new Map<string, AtspiItem[]>();
  for (const item of items.values()) {
    const path = pathOf(item.parent);
    if (path === pathOf(item.ref)) continue;
    const siblings = children.get(path);
    if (siblings) siblings.push(item);
    else children.set(path, [item]);
  }
  for (const siblings of children.values()) siblings.sort((a, b) => a.index - b.index);
  return children;
}

function nodeFrom({ ref, name, role, states, faces }: AtspiItem): UiNode {
  const kind = roleOf(role);
  const isOn = hasState(states, "checked") || (kind === "toggle" && hasState(states, "pressed"));
  const isCheckable =
    kind === "check" || kind === "radio" || kind === "toggle" || hasState(states, "checkable");
  return {
    key: keyOf(ref),
    role: kind,
    name,
    ...(isCheckable && { checked: hasState(states, "indeterminate") ? "mixed" : isOn }),
    ...(hasState(states, "selected") && { selected: true }),
    ...(hasState(states, "expandable") && { expanded: hasState(states, "expanded") }),
    ...(hasState(states, "focused") && { focused: true }),
    ...(!hasState(states, "sensitive") && { disabled: true }),
    ...(!hasState(states, "showing") && { hidden: true }),
    ...(faces.includes("Action") && { acts: true }),
    children: [],
  };
}

const holdsText = ({ faces }: AtspiItem, { role, name }: UiNode): boolean =>
  faces.includes("Text") && (role === "field" || (role === "text" && name === ""));

async function readText(bus: AtspiBus, ref: AtspiRef, node: UiNode): Promise<void> {
  const length = await bus.property<number>(ref, "Text", "CharacterCount");
  const body = [0, Math.min(length ?? MAX_TEXT, MAX_TEXT)];
  const [text] = await bus.call({ ref, face: "Text", member: "GetText", signature: "ii", body });
  const cut = (length ?? 0) > MAX_TEXT ? `… (${length} characters)` : "";
  if (node.role === "text") node.name = `${text}${cut}`;
  else node.value = `${text}${cut}`;
}

async function readValue(bus: AtspiBus, ref: AtspiRef, node: UiNode): Promise<void> {
  const value = await bus.property<number>(ref, "Value", "CurrentValue");
  if (value !== undefined) node.value = String(Math.round(value * 1000) / 1000);
}

async function readBounds(bus: AtspiBus, ref: AtspiRef, node: UiNode): Promise<void> {
  const body = [0];
  const [extents] = await bus.call({ ref, face: "Component", member: "GetExtents", signature: "u", body });
  const [x, y, width, height] = extents as [number, number, number, number];
  node.bounds = { x, y, width, height };
}
