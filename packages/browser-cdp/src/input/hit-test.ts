/**
 * Run in the isolated world with the element as `this`. The first of the points at which a click reaches the
 * element, a part of it, or its label; else what lies over it. A file input or box that is not drawn is worked by its
 * label, and what stands in shadow trees is found through all of them.
 */
export const HIT_TEST = `function () {
  const drawn = (element) => [...element.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
  const parentOf = (node) => node.assignedSlot ?? node.parentNode ?? node.host ?? null;
  const holds = (outer, inner) => { for (let node = inner; node; node = parentOf(node)) if (node === outer) return true; return false; };
  const rootOf = (element) => element?.shadowRoot ?? (element && globalThis.gaClosed?.byHost.get(element));
  const at = (document, x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let root = rootOf(found); root; root = rootOf(found)) {
      const inner = root.elementFromPoint(x, y);
      if (!inner || inner === found) break;
      found = inner;
    }
    return found;
  };
  const nameOf = (element) => {
    const id = element.id ? "#" + element.id : "." + (element.getAttribute("class") ?? "").trim().split(/\\s+/)[0];
    const text = (element.innerText ?? "").trim().replace(/\\s+/g, " ").slice(0, 40);
    return (id === "." ? "<" + element.localName + ">" : id) + (text ? ' "' + text + '"' : "");
  };
  const inTop = (view, x, y) => {
    const frame = view.frameElement;
    if (!frame) return { x, y };
    const box = frame.getBoundingClientRect();
    const style = frame.ownerDocument.defaultView.getComputedStyle(frame);
    const side = (name) => parseFloat(style["border" + name + "Width"]) + parseFloat(style["padding" + name]);
    const outerX = box.left + side("Left") + x, outerY = box.top + side("Top") + y;
    const hit = at(frame.ownerDocument, outerX, outerY);
    return hit && hit !== frame ? { over: nameOf(hit) } : inTop(frame.ownerDocument.defaultView, outerX, outerY);
  };
  const labels = [...(this.labels ?? [])];
  const own = this.ownerDocument, view = own.defaultView;
  let over = null;
  for (const element of [this, ...labels]) {
    const allowed = (hit) => hit && (holds(element, hit) || holds(this, hit) || labels.some((label) => holds(label, hit)));
    for (const rect of drawn(element).slice(0, 3)) {
      const left = Math.max(0, rect.left), right = Math.min(view.innerWidth, rect.right);
      const top = Math.max(0, rect.top), bottom = Math.min(view.innerHeight, rect.bottom);
      if (right <= left || bottom <= top) continue;
      for (const [across, down] of [[0.5, 0.5], [0.2, 0.5], [0.8, 0.5], [0.5, 0.2], [0.5, 0.8]]) {
        const x = left + (right - left) * across, y = top + (bottom - top) * down;
        const hit = at(own, x, y);
        const found = allowed(hit) ? inTop(view, x, y) : hit ? { over: nameOf(hit) } : {};
        if (found.x !== undefined) return found;
        over ??= found.over ?? null;
      }
    }
  }
  if (over) return { over };
  return { unseen: !this.isConnected ? "it is no longer on the page" : drawn(this).length ? "it lies outside of what can be scrolled to" : "it is not drawn" };
}`;

/** Brings the element, or the label that stands for it, into view. */
export const SCROLL_INTO_VIEW = `function () {
  const box = this.getBoundingClientRect();
  const target = box.width > 0 && box.height > 0 ? this : (this.labels?.[0] ?? this);
  target.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
}`;
