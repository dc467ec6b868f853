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
const NOWHERE: AtspiRef = ["", ""];

/**
 * Everything below a window. The application's cache holds it all in one answer; where there is none, and for
 * children that are made on demand, each node is asked.
 */
export async function readAtspiNodes(bus: AtspiBus, top: AtspiRef): Promise<Map<string, AtspiItem>> {
  const cached = await readCache(bus, top[0]);
  const items = cached ?? new Map<string, AtspiItem>();
  const budget = { left: WALK_LIMIT_NODES };
  if (!items.has(pathOf(top))) await walk(bus, { ref: top, parent: NOWHERE, index: 0 }, items, budget);
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

/** Where a node stands, as the one above it said. */
type Place = Pick<AtspiItem, "ref" | "parent" | "index">;

/** Of what is out of sight only the number is shown, so it is not asked for more. */
async function walk(bus: AtspiBus, place: Place, items: Map<string, AtspiItem>, budget: { left: number }) {
  const { ref } = place;
  if (items.has(pathOf(ref)) || budget.left-- <= 0) return;
  const [states] = await bus.call({ ref, face: "Accessible", member: "GetState" });
  const item = { ...place, childCount: 0, faces: [], name: "", role: 0, states: states as number[] };
  items.set(pathOf(ref), item);
  await Promise.all([
    isShown(item) && describe(bus, item),
    !hasState(item.states, "managesDescendants") && walkChildren(bus, item, items, budget),
  ]);
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
  const places = refs.slice(0, MAX_CHILDREN).map((ref, index) => ({ ref, parent: item.ref, index }));
  await Promise.all(places.map((place) => walk(bus, place, items, budget)));
}

async function describe(bus: AtspiBus, item: AtspiItem): Promise<void> {
  const { ref } = item;
  const [name, [role], [faces]] = await Promise.all([
    bus.property<string>(ref, "Accessible", "Name"),
    bus.call({ ref, face: "Accessible", member: "GetRole" }),
    bus.call({ ref, face: "Accessible", member: "GetInterfaces" }),
  ]);
  item.name = name ?? "";
  item.role = role as number;
  item.faces = (faces as string[]).map(shortFace);
}
