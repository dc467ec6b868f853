import type { AtspiBus, AtspiRef } from "./atspi-bus.js";
import { hasState } from "./atspi-words.js";

/** One accessible object as its application describes it. */
export interface AtspiItem {
  ref: AtspiRef;
  parent: AtspiRef;
  index: number;
  /** -1 where children are made on demand. */
  childCount: number;
  faces: string[];
  name: string;
  role: number;
  states: number[];
}

/** Beyond this many children of one node the rest is left out; the node keeps the true count. */
export const MAX_CHILDREN = 400;
/** All of an application at once. */
const CACHE_LIMIT_MS = 6000;
const WALK_LIMIT_NODES = 5000;

/**
 * Everything below a window. The application's cache holds it all in one answer; where there is none, and for
 * children that are made on demand, each node is asked.
 */
export async function readAtspiNodes(bus: AtspiBus, top: AtspiRef): Promise<Map<string, AtspiItem>> {
  const cached = await readCache(bus, top[0]);
  const items = cached ?? new Map<string, AtspiItem>();
  const budget = { left: WALK_LIMIT_NODES };
  if (!items.has(pathOf(top))) await walk(bus, top, items, budget);
  const open = [...items.values()].filter(
    (item) => hasState(item.states, "managesDescendants") && isShown(item),
  );
  for (const item of open) await walkChildren(bus, item, items, budget);
  return items;
}

export const pathOf = ([, path]: AtspiRef): string => path;
const isShown = ({ states }: AtspiItem): boolean => hasState(states, "showing");

type CacheRow = [AtspiRef, AtspiRef, AtspiRef, number, number, string[], string, number, string, number[]];

async function readCache(bus: AtspiBus, name: string): Promise<Map<string, AtspiItem> | undefined> {
  try {
    const ref: AtspiRef = [name, "/org/a11y/atspi/cache"];
    const [rows] = await bus.call({ ref, face: "Cache", member: "GetItems", limitMs: CACHE_LIMIT_MS });
    return new Map(
      (rows as CacheRow[]).map(([self, , parent, index, childCount, faces, label, role, , states]) => [
        pathOf(self),
        { ref: self, parent, index, childCount, faces: faces.map(shortFace), name: label, role, states },
      ]),
    );
  } catch (error) {
    if ((error as { code?: string }).code === "no-answer") throw error;
    return undefined;
  }
}

const shortFace = (face: string): string => face.slice(face.lastIndexOf(".") + 1);

async function walk(bus: AtspiBus, ref: AtspiRef, items: Map<string, AtspiItem>, budget: { left: number }) {
  if (items.has(pathOf(ref)) || budget.left-- <= 0) return;
  const item = await describe(bus, ref);
  items.set(pathOf(ref), item);
  if (hasState(item.states, "managesDescendants")) return;
  await walkChildren(bus, item, items, budget);
}

async function walkChildren(
  bus: AtspiBus,
  item: AtspiItem,
  items: Map<string, AtspiItem>,
  budget: { left: number },
): Promise<void> {
  const [children] = await bus.call({ ref: item.ref, face: "Accessible", member: "GetChildren" });
  const refs = children as AtspiRef[];
  item.childCount = refs.length;
  await Promise.all(refs.slice(0, MAX_CHILDREN).map((ref) => walk(bus, ref, items, budget)));
}

async function describe(bus: AtspiBus, ref: AtspiRef): Promise<AtspiItem> {
  const ask = (member: string) => bus.call({ ref, face: "Accessible", member }).then(([value]) => value);
  const [name, role, states, faces, index, parent] = await Promise.all([
    bus.property<string>(ref, "Accessible", "Name"),
    ask("GetRole"),
    ask("GetState"),
    ask("GetInterfaces"),
    ask("GetIndexInParent"),
    bus.property<AtspiRef>(ref, "Accessible", "Parent"),
  ]);
  return {
    ref,
    parent: parent ?? ["", ""],
    index: index as number,
    childCount: 0,
    faces: (faces as string[]).map(shortFace),
    name: name ?? "",
    role: role as number,
    states: states as number[],
  };
}
