import { afterAll, beforeAll, expect, it } from "vitest";
import { AtspiBus, type AtspiRef } from "../src/desktop/atspi/atspi-bus.js";
import { hasState } from "../src/desktop/atspi/atspi-words.js";
import { buildAtspiTree } from "../src/desktop/atspi/build-atspi-tree.js";
import { readAtspiNodes } from "../src/desktop/atspi/read-atspi-nodes.js";
import { everyNode } from "../src/tree/ui-node.js";
import { startDesktop, startForm, type TestDesktop } from "./start-desktop.js";

let desktop: TestDesktop;
let bus: AtspiBus;
let window: AtspiRef;

beforeAll(async () => {
  desktop = await startDesktop("900x600");
  await startForm(desktop);
  bus = await AtspiBus.open(desktop.env);
  const [app] = await bus.applications();
  const [children] = await bus.call({ ref: app!, face: "Accessible", member: "GetChildren" });
  window = (children as AtspiRef[])[0]!;
});
afterAll(async () => {
  bus?.close();
  await desktop?.stop();
});

/** Words and roles; the walk does not reach what an application makes on demand, such as closed menus. */
const shown = async (): Promise<string[]> => {
  const tree = await buildAtspiTree(bus, await readAtspiNodes(bus, window), window, true);
  return [...everyNode(tree)]
    .filter(({ hidden }) => !hidden)
    .map((node) => JSON.stringify({ ...node, children: 0 }));
};

it("reads the same tree from an application without a cache, by asking each node", async () => {
  const cached = await shown();
  expect(cached.join()).toContain("Save order");
  const call = bus.call.bind(bus);
  const asked: string[] = [];
  bus.call = (one) => {
    asked.push(one.member);
    return one.member === "GetItems" ? Promise.reject(new Error("UnknownMethod")) : call(one);
  };
  try {
    expect(await shown()).toEqual(cached);
    asked.length = 0;
    const items = [...(await readAtspiNodes(bus, window)).values()];
    const visible = items.filter(({ states }) => hasState(states, "showing"));
    const times = (member: string) => asked.filter((one) => one === member).length;
    // What is out of sight is counted, and asked for nothing else.
    expect(visible.length).toBeLessThan(items.length);
    expect([times("GetState"), times("GetRole")]).toEqual([items.length, visible.length]);
  } finally {
    bus.call = call;
  }
});

it("says where each node lies", async () => {
  const save = (await shown()).map((line) => JSON.parse(line)).find(({ name }) => name === "Save order");
  expect(save.bounds.width).toBeGreaterThan(100);
  expect(save.bounds.x).toBeGreaterThanOrEqual(0);
});
