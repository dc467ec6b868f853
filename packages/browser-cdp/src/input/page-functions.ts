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

export const SCROLL_PLACE = `({ x: innerWidth / 2, y: innerHeight / 2 })`;
