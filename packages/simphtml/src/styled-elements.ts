import type { LiveDom, PageWindow } from "./live-dom.js";
import type { Flow } from "./page.js";

/** What the walk reads of a style, and what changes `display`. */
const READ = new Set([
  "all",
  "clip",
  "clip-path",
  "content-visibility",
  "cursor",
  "display",
  "float",
  "opacity",
  "overflow-block",
  "overflow-inline",
  "overflow-x",
  "overflow-y",
  "position",
  "visibility",
  "white-space-collapse",
]);

const words = (text: string): string[] => text.split(/\s+/);

/** Of these tags, browsers' own style sheets set nothing but `display` (and the cursor of a link). */
export const PLAIN_FLOW: ReadonlyMap<string, Flow> = new Map([
  ...words(
    `a abbr b bdi bdo cite code del dfn em i ins kbd mark q s samp small span strong sub sup time u var`,
  ).map((tag) => [tag, "inline"] as const),
  ...words(
    `address article aside blockquote caption center dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header
    li main nav ol p section tbody tfoot thead ul`,
  ).map((tag) => [tag, "block"] as const),
  ["tr", "row"],
  ["td", "cell"],
  ["th", "cell"],
]);

/** Attributes by which an element is styled without a rule. */
const BY_ATTRIBUTE = ["[style]", "[hidden]", "[popover]", "[nowrap]"];

/** Below this reading every style is quick. */
const MIN_ELEMENTS = 1_500;
/** With more, finding the elements costs as much as reading their styles. */
const MAX_SELECTORS = 80;
const MAX_RULES = 4_000;

/**
 * On a large page with few rules: the elements to which some rule may give a property that hides, cuts or lifts.
 * All others of plain tags have what they inherit, or the initial value, and need not be asked. Undefined when that
 * cannot be told: a style sheet that cannot be read, nested or scoped rules, animations, too many rules.
 */
export function styledElements(dom: LiveDom, { document }: PageWindow): ReadonlySet<Element> | undefined {
  if (dom.countElements(document) < MIN_ELEMENTS || dom.isAnimated(document)) return undefined;
  try {
    const rules = new Selectors();
    for (const sheet of dom.sheets(document)) rules.read(sheet.cssRules);
    return new Set(dom.findAll(document, [...rules.found, ...BY_ATTRIBUTE].join(", ")));
  } catch {
    return undefined;
  }
}

type AnyRule = CSSRule &
  Partial<Pick<CSSStyleRule, "selectorText" | "style" | "cssRules">> &
  Partial<CSSImportRule>;

class Selectors {
  readonly found = new Set<string>();
  #rules = 0;

  /** Conditions are taken as met: too many elements are found rather than too few. */
  read(rules: CSSRuleList): void {
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i] as AnyRule;
      if (++this.#rules > MAX_RULES || this.found.size > MAX_SELECTORS)
        throw new RangeError("too many rules");
      if (rule.type === STYLE_RULE) this.#readStyle(rule);
      else if (rule.styleSheet) this.read(rule.styleSheet.cssRules);
      else if ("start" in rule && "end" in rule) throw new RangeError("scoped rules");
      else if (rule.cssRules) this.read(rule.cssRules);
    }
  }

  #readStyle({ selectorText, style, cssRules }: AnyRule): void {
    if (cssRules && cssRules.length > 0) throw new RangeError("nested rules");
    for (let i = 0; i < style!.length; i++) {
      if (!READ.has(style![i]!)) continue;
      this.found.add(selectorText!);
      return;
    }
  }
}

const STYLE_RULE = 1;
