/** With a field as `this`: puts the caret at its end, or selects all of it. Says why it cannot be typed into. */
export const FOCUS = `function (all) {
  if (this.disabled) return "it is disabled";
  if (this.readOnly) return "it is read-only";
  const isField = this.matches("input, textarea") && !/^(button|submit|reset|checkbox|radio|file|image|hidden)$/.test(this.type);
  if (!isField && !this.isContentEditable && this.tabIndex < 0) return "<" + this.localName + "> takes no text";
  this.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  this.focus();
  if (isField) {
    if (all) this.select();
    else try { this.setSelectionRange(this.value.length, this.value.length); } catch {}
    return undefined;
  }
  const selection = getSelection();
  if (!this.isContentEditable || !selection) return undefined;
  selection.selectAllChildren(this);
  if (!all) selection.collapseToEnd();
  return undefined;
}`;

/** With a `<select>` as `this`: chooses by value or label and tells the page, as a click in the list would. */
export const CHOOSE = `function (wanted) {
  if (this.localName !== "select") return { problem: "<" + this.localName + "> is no select; click it and its option" };
  if (this.disabled) return { problem: "it is disabled" };
  if (wanted.length > 1 && !this.multiple) return { problem: "it takes one option only" };
  const labelOf = (option) => option.label.replace(/\\s+/g, " ").trim();
  const options = [...this.options];
  const found = wanted.map((name) => options.find((option) => option.value === name) ?? options.find((option) => labelOf(option) === name.replace(/\\s+/g, " ").trim()));
  const missing = wanted.filter((name, index) => !found[index]);
  if (missing.length) return { problem: "there is no option " + missing.join(", ") + "; there are " + options.slice(0, 12).map(labelOf).join(", ") + (options.length > 12 ? " and " + (options.length - 12) + " more" : "") };
  if (found.some((option) => option.disabled)) return { problem: "the option is disabled" };
  this.focus();
  for (const option of options) if (this.multiple || found.includes(option)) option.selected = found.includes(option);
  this.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  this.dispatchEvent(new Event("change", { bubbles: true }));
  return [...this.selectedOptions].map(labelOf);
}`;

/** The point where the wheel is turned when nothing is named. */
export const MIDDLE = "({ x: innerWidth / 2, y: innerHeight / 2 })";

/**
 * Waits for the wheel to have moved what lies at the point, and moves it where the tab is not painted and so the wheel
 * does nothing. Registered before the wheel is turned.
 */
export const watchScroll = (x: number, y: number, deltaX: number, deltaY: number): string => `(() => {
  const scrolls = (box) => {
    const { overflowX, overflowY } = getComputedStyle(box);
    const free = (value) => value === "auto" || value === "scroll";
    return (free(overflowY) && box.scrollHeight > box.clientHeight) || (free(overflowX) && box.scrollWidth > box.clientWidth);
  };
  let box = document.elementFromPoint(${x}, ${y});
  while (box && !scrolls(box)) box = box.parentElement;
  box ??= document.scrollingElement;
  const before = [box?.scrollLeft, box?.scrollTop];
  const moved = () => !box || box.scrollLeft !== before[0] || box.scrollTop !== before[1];
  globalThis.gaScroll = async () => {
    for (let wait = 0; wait < 8 && !moved(); wait++) await new Promise((done) => setTimeout(done, 25));
    if (!moved()) box.scrollBy({ left: ${deltaX}, top: ${deltaY}, behavior: "instant" });
  };
})()`;
