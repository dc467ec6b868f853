import { Variant } from "@jellybrick/dbus-next";
import { DeviceError } from "../../device-error.js";
import type { NodeAction } from "../desktop-driver.js";
import { type AtspiBus, type AtspiRef, faceName, PROPERTIES } from "./atspi-bus.js";

/** Does it through the application itself, so it works also on what is covered or out of sight. */
export async function actOnAtspi(
  bus: AtspiBus,
  ref: AtspiRef,
  action: NodeAction,
  value?: string,
): Promise<void> {
  const [found] = await bus.call({ ref, face: "Accessible", member: "GetInterfaces" });
  const faces = (found as string[]).map((face) => face.slice(face.lastIndexOf(".") + 1));
  if (action === "press") return press(bus, ref, faces);
  if (action === "select") return select(bus, ref, faces, value);
  if (action === "focus") return accept(bus, ref, "Component", "GrabFocus");
  await setText(bus, ref, faces, value ?? "");
}

async function press(bus: AtspiBus, ref: AtspiRef, faces: string[]): Promise<void> {
  if (!faces.includes("Action"))
    throw refused("it cannot be pressed. Use `click`, which presses where it lies");
  await accept(bus, ref, "Action", "DoAction", "i", [0]);
}

async function setText(bus: AtspiBus, ref: AtspiRef, faces: string[], text: string): Promise<void> {
  if (faces.includes("EditableText")) {
    await accept(bus, ref, "EditableText", "SetTextContents", "s", [text]);
    const [now] = await bus.call({ ref, face: "Text", member: "GetText", signature: "ii", body: [0, -1] });
    const isHidden = /^[•●*]+$/.test(String(now));
    if (now !== text && !isHidden) throw refused(`it took the text but now holds ${JSON.stringify(now)}`);
    return;
  }
  const number = Number(text);
  if (!faces.includes("Value") || text.trim() === "" || !Number.isFinite(number))
    throw refused("it takes no text. Use `type` after focusing it");
  const body = [faceName("Value"), "CurrentValue", new Variant("d", number)];
  await bus.call({ ref, face: PROPERTIES, member: "Set", signature: "ssv", body });
}

/** With a value: the option of that name in it; without: the node itself in its parent. */
async function select(bus: AtspiBus, ref: AtspiRef, faces: string[], value?: string): Promise<void> {
  if (value !== undefined) {
    if (!faces.includes("Selection")) throw refused("nothing in it can be selected");
    const [options, owner] = await optionsOf(bus, ref);
    const index = options.indexOf(value);
    if (index < 0) throw refused(`it has no option "${value}", but ${options.slice(0, 12).join(", ")}`);
    return accept(bus, owner, "Selection", "SelectChild", "i", [index]);
  }
  const parent = await bus.property<AtspiRef>(ref, "Accessible", "Parent");
  const [index] = await bus.call({ ref, face: "Accessible", member: "GetIndexInParent" });
  await accept(bus, parent!, "Selection", "SelectChild", "i", [index]);
}

/** A combo box keeps its options in a list of its own; its selection counts them all the same. */
async function optionsOf(bus: AtspiBus, ref: AtspiRef): Promise<[names: string[], owner: AtspiRef]> {
  let [children] = (await bus.call({ ref, face: "Accessible", member: "GetChildren" })) as [AtspiRef[]];
  while (children.length === 1) {
    const [inner] = (await bus.call({ ref: children[0]!, face: "Accessible", member: "GetChildren" })) as [
      AtspiRef[],
    ];
    if (inner.length === 0) break;
    children = inner;
  }
  const names = await Promise.all(children.map((child) => bus.property<string>(child, "Accessible", "Name")));
  return [names.map((name) => name ?? ""), ref];
}

async function accept(
  bus: AtspiBus,
  ref: AtspiRef,
  face: string,
  member: string,
  signature = "",
  body: unknown[] = [],
): Promise<void> {
  const [done] = await bus.call({ ref, face, member, signature, body });
  if (done !== true) throw refused(`its application refused ${member}`);
}

const refused = (why: string): DeviceError => new DeviceError("act-refused", `Nothing was done: ${why}.`);
