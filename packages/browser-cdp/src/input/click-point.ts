import { BrowserError } from "../browser-error.js";
import type { Frame } from "../driver/frame.js";
import { HIT_TEST, SCROLL_INTO_VIEW } from "./hit-test.js";
import type { Element, Target } from "./target.js";

export interface Point {
  /** CSS pixels from the corner of the tab's viewport. */
  x: number;
  y: number;
}

interface HitTest {
  x?: number;
  y?: number;
  over?: string;
  unseen?: string;
}

/** A point, and the frame that counts from the same corner: the page, or one with a process of its own. */
export interface Place {
  frame: Frame;
  point: Point;
}

/**
 * Where to click so that the element gets it, scrolled into view. A frame with a process of its own gets its input
 * itself: a tab that is not painted cannot tell which frame lies at a point.
 *
 * @throws BrowserError `covered`, saying by what
 */
export async function clickPoint({ frame, objectId }: Element, target: Target): Promise<Place> {
  await frame.call(objectId, SCROLL_INTO_VIEW);
  const hit = await frame.call<HitTest>(objectId, HIT_TEST);
  if (hit.over)
    throw new BrowserError(
      "covered",
      `${target} was not clicked. Covered by ${hit.over}. Close or move that first.`,
    );
  if (hit.x === undefined || hit.y === undefined)
    throw new BrowserError(
      "covered",
      `${target} was not clicked: ${hit.unseen}. What shows it must be opened first.`,
    );
  return inProcess(frame, { x: hit.x, y: hit.y }, target);
}

/** What covers the frame at this point, in any of the frames around it, covers the element too. */
async function inProcess(frame: Frame, point: Point, target: Target): Promise<Place> {
  let around = { frame, point };
  let place = frame.isRemote ? around : undefined;
  while (around.frame.parent) {
    const { parent } = around.frame;
    around = { frame: parent, point: await inParent(around.frame, parent, around.point, target) };
    if (parent.isRemote) place ??= around;
  }
  return place ?? around;
}

async function inParent(frame: Frame, parent: Frame, { x, y }: Point, target: Target): Promise<Point> {
  const owner = await ownerOf(frame, parent);
  const within = await parent.call<HitTest & { scroll?: boolean }>(owner, PLACE_IN_FRAME, [x, y]);
  if (within.over)
    throw new BrowserError("covered", `${target} was not clicked. Its frame is covered by ${within.over}.`);
  return { x: within.x ?? x, y: within.y ?? y };
}

async function ownerOf(frame: Frame, parent: Frame): Promise<string> {
  const { backendNodeId } = await parent.session.send<{ backendNodeId: number }>("DOM.getFrameOwner", {
    frameId: frame.frameId,
  });
  const { object } = await parent.session.send<{ object: { objectId: string } }>("DOM.resolveNode", {
    backendNodeId,
    executionContextId: await parent.contextId(),
    objectGroup: "genericagent",
  });
  return object.objectId;
}

/** With the `<iframe>` as `this`: brings the point into view, and says where it is in the frame around it. */
const PLACE_IN_FRAME = `function (x, y) {
  const place = () => {
    const box = this.getBoundingClientRect();
    const style = getComputedStyle(this);
    const side = (name) => parseFloat(style["border" + name + "Width"]) + parseFloat(style["padding" + name]);
    return { x: box.left + side("Left") + x, y: box.top + side("Top") + y };
  };
  let point = place();
  if (point.x < 0 || point.y < 0 || point.x >= innerWidth || point.y >= innerHeight) {
    this.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    point = place();
  }
  let hit = document.elementFromPoint(point.x, point.y);
  while (hit?.shadowRoot) { const inner = hit.shadowRoot.elementFromPoint(point.x, point.y); if (!inner || inner === hit) break; hit = inner; }
  return hit === this || !hit ? point : { over: hit.id ? "#" + hit.id : "<" + hit.localName + ">" };
}`;
