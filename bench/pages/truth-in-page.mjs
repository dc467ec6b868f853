/**
 * What a person can see and operate, found by scrolling and by asking the browser what is drawn at a point. Runs
 * inside the page, in a tab of its own, and shares nothing with any pruner. Returns blocks of visible text in
 * order, visible controls with every name they go by, elements clickable by their cursor alone, and the names of
 * things that show no text (pictures, options, values).
 */
export function truthInPage() {
  const SEMANTIC =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [onclick], [contenteditable=''], [contenteditable=true], " +
    "button, link, tab, menuitem, menuitemcheckbox, menuitemradio, option, treeitem, switch, checkbox, radio, combobox, textbox, searchbox, slider, spinbutton"
      .split(", ")
      .map((role) => (role === "button" ? "[role=button]" : `[role=${role}]`))
      .join(", ");
  const blocks = [];
  const controls = [];
  const pointers = [];
  const names = [];

  const free = document.createElement("style");
  free.textContent = "* { pointer-events: auto !important; scroll-behavior: auto !important }";
  const known = new Map();
  document.head.append(free);
  readDocument(document);
  return { blocks: blocks.filter(({ text }) => text.trim()), controls, pointers, names };

  function readDocument(doc) {
    const block = { text: "" };
    const state = { doc, block };
    blocks.push(block);
    visit(doc.body ?? doc.documentElement, state);
  }

  function visit(node, state) {
    if (node.nodeType === 3) return visitText(node, state);
    if (node.nodeType !== 1) return;
    const tag = node.localName;
    if (/^(script|style|template|noscript|head|title|desc|defs|symbol|option|datalist)$/.test(tag)) return;
    const style = state.doc.defaultView.getComputedStyle(node);
    if (style.display === "none") return;
    if (tag === "br") return newBlock(state);
    const breaks = !/^(inline|contents|ruby)/.test(style.display) || style.display === "inline-flex";
    if (breaks) newBlock(state);
    visitThing(node, tag, style, state);
    if (tag === "iframe") visitFrame(node, state);
    if (tag === "slot" && node.assignedNodes().length > 0)
      for (const child of node.assignedNodes()) visit(child, state);
    else for (const child of (node.shadowRoot ?? node).childNodes) visit(child, state);
    if (breaks) newBlock(state);
  }

  function newBlock(state) {
    if (!state.block.text) return;
    state.block = { text: "" };
    blocks.push(state.block);
  }

  function visitText(node, state) {
    if (!node.data.trim()) {
      if (state.block.text) state.block.text += " ";
      return;
    }
    let host = node.parentElement ?? node.parentNode?.host;
    while (host && state.doc.defaultView.getComputedStyle(host).display === "contents") {
      host = host.assignedSlot ?? host.parentElement ?? host.getRootNode().host;
    }
    if (host && /^(textarea|select)$/.test(host.localName)) return;
    if (host && seen(host, () => rectsOf(node), state.doc)) state.block.text += node.data;
  }

  function visitFrame(frame, state) {
    let inner;
    try {
      inner = frame.contentDocument;
    } catch {}
    if (inner?.body && seen(frame, () => [frame.getBoundingClientRect()], state.doc)) {
      inner.head?.append(free.cloneNode(true));
      readDocument(inner);
      state.block = { text: "" };
      blocks.push(state.block);
    }
  }

  function visitThing(node, tag, style, state) {
    const box = () => [node.getBoundingClientRect()];
    if (node.matches(SEMANTIC)) {
      if (!seen(node, box, state.doc)) return;
      const called = namesOf(node);
      names.push(...called, ...valuesOf(node));
      const disabled = node.matches(":disabled") || node.getAttribute("aria-disabled") === "true";
      if (called.length > 0 && !disabled)
        controls.push({
          names: called,
          href: node.getAttribute("href"),
          id: idOf(node),
          holds: controlsIn(node),
        });
      return;
    }
    const parentStyle = node.parentElement && state.doc.defaultView.getComputedStyle(node.parentElement);
    if (
      style.cursor === "pointer" &&
      parentStyle?.cursor !== "pointer" &&
      tag !== "label" &&
      tag !== "html" &&
      tag !== "body"
    ) {
      const plain =
        !node.querySelector(SEMANTIC) &&
        !node.closest(SEMANTIC) &&
        !node.shadowRoot &&
        !node.closest("label");
      const text = rendered(node).trim();
      if (plain && text && text.length < 300 && seen(node, box, state.doc)) pointers.push({ names: [text] });
    }
    const icon = /(?:^|\s)(?:fa|icon|glyphicon|bi)-([a-z-]+)/.exec(node.getAttribute("class") ?? "");
    if (icon && seen(node, box, state.doc)) names.push(icon[1]);
    const label = node.getAttribute("alt") || node.getAttribute("aria-label") || node.getAttribute("title");
    if (label && seen(node, box, state.doc)) names.push(label);
    if (tag === "svg" && node.querySelector("title") && seen(node, box, state.doc))
      names.push(node.querySelector("title").textContent);
    if (tag === "canvas" && seen(node, box, state.doc)) names.push(`canvas ${node.id} ${node.textContent}`);
  }

  function controlsIn(node) {
    return [...node.querySelectorAll(SEMANTIC)].map(idOf);
  }

  function rendered(node) {
    // biome-ignore lint/performance/useDomNodeTextContent: what is not rendered must not count
    return node.innerText ?? "";
  }

  function idOf(node) {
    idOf.known ??= new Map();
    if (!idOf.known.has(node)) idOf.known.set(node, idOf.known.size);
    return idOf.known.get(node);
  }

  /** Text that shows, and what assistive technology would say: any of them identifies the control. */
  function namesOf(node) {
    const byId = (ids) =>
      (ids ?? "")
        .split(/\s+/)
        .map((id) => (id && node.getRootNode().getElementById?.(id)?.textContent) || "")
        .join(" ");
    const labels = node.labels ? [...node.labels].map((label) => rendered(label) || label.textContent) : [];
    const field = /^(input|select|textarea)$/.test(node.localName);
    const image = node.querySelector("img[alt], svg[aria-label]");
    const title = node.querySelector("svg title");
    return [
      field ? "" : rendered(node),
      field || rendered(node).trim() ? "" : (node.textContent ?? ""),
      byId(node.getAttribute("aria-labelledby")),
      node.getAttribute("aria-label"),
      ...labels,
      image && (image.getAttribute("alt") || image.getAttribute("aria-label")),
      title?.textContent,
      node.getAttribute("title"),
      node.getAttribute("placeholder"),
      /^(submit|button|reset)$/.test(node.type) && field ? node.value : "",
      node.getAttribute("alt"),
    ]
      .map((name) => (name ?? "").replace(/\s+/g, " ").trim())
      .filter((name) => /[\p{L}\p{N}]/u.test(name));
  }

  function valuesOf(node) {
    if (node.localName === "select") return [...node.options].map((option) => option.text);
    if (node.type === "password") return [];
    return [
      String(node.value ?? ""),
      node.getAttribute("aria-valuetext") ?? "",
      node.getAttribute("name") ?? "",
    ];
  }

  function rectsOf(text) {
    const range = text.ownerDocument.createRange();
    range.selectNodeContents(text);
    return [...range.getClientRects()];
  }

  /** Scrolls only what a person could scroll, then looks at up to five points of each box. */
  function seen(element, rects, doc) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (cutsToNothing(element, doc)) return false;
    const boxes = rects().filter(({ width, height }) => width >= 2 && height >= 2);
    for (const index of boxes.slice(0, 6).keys()) {
      if (boxes[index] && pointsOf(boxes[index], doc).some(([x, y]) => drawnAt(element, x, y, doc)))
        return true;
      bringIntoView(
        element,
        () => rects().filter(({ width, height }) => width >= 2 && height >= 2)[index],
        doc,
      );
      const box = rects().filter(({ width, height }) => width >= 2 && height >= 2)[index];
      if (box && pointsOf(box, doc).some(([x, y]) => drawnAt(element, x, y, doc))) return true;
    }
    return false;
  }

  /** A box of a pixel that cuts what it holds: no need to scroll to it and look. */
  function cutsToNothing(element, doc) {
    const { width, height } = element.getBoundingClientRect();
    if (width >= 2 && height >= 2) return false;
    const { overflowX, overflowY, display } = doc.defaultView.getComputedStyle(element);
    if (display === "inline" || display === "contents") return false;
    return (width < 2 && overflowX !== "visible") || (height < 2 && overflowY !== "visible");
  }

  function pointsOf({ left, top, width, height }, doc) {
    const { innerWidth, innerHeight } = doc.defaultView;
    return [0.5, 0.1, 0.9, 0.3, 0.7]
      .map((share, index) => [left + width * share, top + height * [0.5, 0.3, 0.7, 0.6, 0.4][index]])
      .filter(([x, y]) => x >= 0 && y >= 0 && x < innerWidth && y < innerHeight);
  }

  function bringIntoView(element, rect, doc) {
    const view = doc.defaultView;
    for (let at = element; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode().host) {
      if (at === doc.body || at === doc.documentElement) break;
      const { overflowX, overflowY } = view.getComputedStyle(at);
      const frame = at.getBoundingClientRect();
      const box = rect();
      if (!box) return;
      if (/auto|scroll/.test(overflowY) && (box.top < frame.top || box.bottom > frame.bottom))
        at.scrollTop += box.top - frame.top - frame.height / 2;
      if (/auto|scroll/.test(overflowX) && (box.left < frame.left || box.right > frame.right))
        at.scrollLeft += box.left - frame.left - frame.width / 2;
    }
    const box = rect();
    if (box) view.scrollBy(0, box.top - view.innerHeight / 2);
    const wide = rect();
    if (wide && wide.right > view.innerWidth && !/hidden|clip/.test(rootOverflow(doc)))
      view.scrollBy(wide.left - 100, 0);
  }

  function rootOverflow(doc) {
    const html = doc.defaultView.getComputedStyle(doc.documentElement).overflowX;
    return html === "visible" ? doc.defaultView.getComputedStyle(doc.body).overflowX : html;
  }

  /** Asks for what is topmost first: a whole stack takes milliseconds on a large page, and mostly need not be known. */
  function drawnAt(element, x, y, doc) {
    const top = doc.elementFromPoint(x, y);
    if (top && (top === element || contains(element, top))) return true;
    for (const hit of stackAt(doc, x, y)) {
      if (hit === element || contains(element, hit)) return true;
      if (!contains(hit, element) && hides(hit, doc)) return false;
      if (contains(hit, element) && pseudoShades(hit, doc)) return false;
    }
    return false;
  }

  function stackAt(root, x, y) {
    return root.elementsFromPoint(x, y).flatMap((hit) => {
      if (hit.getRootNode() !== root) return [];
      return hit.shadowRoot ? [...stackAt(hit.shadowRoot, x, y), hit] : [hit];
    });
  }

  function contains(outer, inner) {
    for (let at = inner; at; at = at.assignedSlot ?? at.parentElement ?? at.getRootNode?.()?.host)
      if (at === outer) return true;
    return false;
  }

  function hides(element, doc) {
    if (/^(img|video|canvas|iframe|embed)$/.test(element.localName)) return opacityOf(element, doc) > 0.9;
    return (
      alphaOf(doc.defaultView.getComputedStyle(element)) * opacityOf(element, doc) >= 0.9 ||
      shades(element, doc)
    );
  }

  /** A backdrop: 15 % of a colour over 80 % of the viewport. */
  function shades(element, doc) {
    if (known.has(element)) return known.get(element);
    const view = doc.defaultView;
    const style = view.getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const large = width >= 0.9 * view.innerWidth && height >= 0.9 * view.innerHeight;
    const result = style.position === "fixed" && large && alphaOf(style) * opacityOf(element, doc) >= 0.15;
    known.set(element, result);
    return result;
  }

  /** An ancestor that is hit before the element itself paints a backdrop of its own over it. */
  function pseudoShades(element, doc) {
    const view = doc.defaultView;
    return ["::before", "::after"].some((pseudo) => {
      const style = view.getComputedStyle(element, pseudo);
      const large = Number.parseFloat(style.width) >= 0.9 * view.innerWidth;
      return style.content !== "none" && style.position === "fixed" && large && alphaOf(style) >= 0.15;
    });
  }

  function alphaOf({ backgroundColor }) {
    const parts = backgroundColor.match(/[\d.]+/g) ?? [];
    if (backgroundColor.startsWith("rgb(")) return 1;
    return backgroundColor.startsWith("rgba(")
      ? Number(parts[3])
      : backgroundColor.includes("/")
        ? Number(parts.at(-1))
        : 1;
  }

  function opacityOf(element, doc) {
    let opacity = 1;
    for (let at = element; at; at = at.parentElement)
      opacity *= Number(doc.defaultView.getComputedStyle(at).opacity);
    return opacity;
  }
}
