/**
 * Runs in the isolated world. Counts what changes, for `settle`: changes of style alone are animation and do not
 * count. `channel` answers the page's `$("e12")` through a node that stands in no document: elements pass between
 * worlds only in events, and `submitter` is the field that passes those of shadow trees as they are.
 */
export const WATCH_SCRIPT = `globalThis.gaWatch ??= (() => {
  let changes = 0;
  let channel;
  const attributeFilter = ["class", "hidden", "open", "disabled", "src", "href", "value", "aria-expanded", "aria-hidden", "aria-busy"];
  new MutationObserver((records) => { changes += records.length; })
    .observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter });
  return {
    changes: () => changes,
    channel() {
      if (channel) return channel;
      channel = document.createElement("i");
      channel.addEventListener("find", (event) => {
        const element = globalThis.simphtml.$(event.detail);
        if (!element) return;
        const place = { startContainer: element, startOffset: 0, endContainer: element, endOffset: 0 };
        channel.dispatchEvent(element instanceof HTMLElement
          ? new SubmitEvent("found", { submitter: element })
          : new InputEvent("found", { targetRanges: [new StaticRange(place)] }));
      });
      return channel;
    },
  };
})()`;

/** Runs in the page's own world with the channel as \`this\`, and makes the \`$\` of scripts under a name. */
export const MAKE_DOLLAR = `function (name) {
  const channel = this;
  const isHandle = /^e?[abcdfgi-z]?\\d+$/;
  const find = (handle) => {
    let found = null;
    const take = (event) => { found = event.submitter ?? event.getTargetRanges()[0]?.startContainer ?? null; };
    channel.addEventListener("found", take);
    channel.dispatchEvent(new CustomEvent("find", { detail: String(handle) }));
    channel.removeEventListener("found", take);
    return found;
  };
  const $ = (what, ...more) => {
    const element = (typeof what === "string" && isHandle.test(what)) || typeof what === "number" ? find(what) : null;
    if (element) return element;
    if (isHandle.test(what)) throw new ReferenceError(what + " is no handle of this page now. Scan it again.");
    const own = globalThis.$;
    return typeof own === "function" ? own(what, ...more) : document.querySelector(what);
  };
  Object.defineProperty(globalThis, name, { value: $, configurable: true });
}`;
