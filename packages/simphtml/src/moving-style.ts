/** Not a plain value: what it comes to is not known from the rule. */
const COMPUTED = /^$|[a-z-]+\(/;
const ZERO = /^-?0*\.?0*[a-z%]*$/;

const MOVES = new Set([
  "all",
  "float",
  "offset-path",
  "position",
  "rotate",
  "scale",
  "transform",
  "translate",
  "zoom",
]);

/** The declaration may take a box out of the place that its parent's box tells. */
export function moves(property: string, value: string): boolean {
  if (MOVES.has(property)) return value !== "none" && value !== "static";
  return property.startsWith("margin") && isNegative(value);
}

/** The declaration may draw text outside the box it stands in, or without any size. */
export function leadsAstray(property: string, value: string): boolean {
  switch (property) {
    case "all":
    case "direction":
    case "writing-mode":
    case "justify-content":
    case "justify-items":
    case "justify-self":
      return value !== "ltr" && value !== "flex-start" && value !== "space-between";
    case "font-size":
    case "line-height":
      return COMPUTED.test(value) || ZERO.test(value);
    case "letter-spacing":
    case "word-spacing":
      return isNegative(value);
    case "text-indent":
      return COMPUTED.test(value) || !ZERO.test(value);
    default:
      return false;
  }
}

const isNegative = (value: string): boolean => COMPUTED.test(value) || value.startsWith("-");
