import type { LiveDom, PageWindow } from "./live-dom.js";
import { leadsAstray, moves } from "./moving-style.js";
import type { Flow } from "./page.js";

/** What the walk reads of a style, and what changes `display`. */
const READ = new Set([
  "all",
  "clip",
  "clip-path",
  "content-visibility",
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

/** Of these tags, browsers' own style sheets set nothing that is read but `display` and the cursor. */
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
  ["img", "inline"],
  ...words("button input select textarea").map((tag) => [tag, "inline-block"] as const),
  ["label", "inline"],
]);
/** Over these the cursor is an arrow or a beam, whatever it is around them. */
export const OWN_CURSOR: ReadonlySet<string> = new Set(words("button input select textarea label"));

/** Attributes by which an element is styled without a rule. */
const BY_ATTRIBUTE = ["[hidden]", "[nowrap]", "input[type=hidden i]", "input[type=image i]"];

/** Below this reading every style is quick. */
const MIN_ELEMENTS = 1_500;
/** With more, finding the elements costs as much as reading their styles. */
const MAX_SELECTORS = 80;
const MAX_RULES = 4_000;

/** Of a large page with few rules: what its style sheets may do to which elements. */
export interface StyledElements {
  /** May get a property that hides, cuts or lifts. All others of plain tags are as their parents, and not asked. */
  read: ReadonlySet<Element>;
  /** May get a cursor of their own. */
  cursor: ReadonlySet<Element>;
  /** May stand elsewhere than their parents' boxes tell. */
  moved: ReadonlySet<Element>;
  /** Their text may stand elsewhere than their own boxes tell, or have no size. */
  astray: ReadonlySet<Element>;
  /** Something drawn by `::before` or `::after` may lie over its neighbours. */
  liftedPseudo: boolean;
}

/**
 * Undefined when it cannot be told: a style sheet that cannot be read, nested or scoped rules, animations, too many
 * rules; or when the page is small.
 */
export function styledElements(dom: LiveDom, { document }: PageWindow): StyledElements | undefined {
  if (dom.countElements(document) < MIN_ELEMENTS || dom.isAnimated(document)) return undefined;
  try {
    const rules = new Selectors();
    for (const sheet of dom.sheets(document)) rules.read(sheet.cssRules);
    const inline = dom.findAll(document, "[style], [popover]");
    const find = (selectors: readonly string[], others: readonly Element[] = []) => {
      const found = new Set(others);
      if (selectors.length > 0)
        for (const element of dom.findAll(document, selectors.join(", "))) found.add(element);
      return found;
    };
    return {
      read: find([...rules.found, ...BY_ATTRIBUTE], inline),
      cursor: find([...rules.cursor]),
      moved: find([...rules.moved, "dialog", ":fullscreen"], inline),
      astray: find([...rules.astray, "[dir]"], inline),
      liftedPseudo: rules.liftedPseudo,
    };
  } catch {
    return undefined;
  }
}

type AnyRule = CSSRule &
  Partial<Pick<CSSStyleRule, "selectorText" | "style" | "cssRules">> &
  Partial<CSSImportRule>;

class Selectors {
  readonly found = new Set<string>();
  readonly cursor = new Set<string>();
  readonly moved = new Set<string>();
  readonly astray = new Set<string>();
  liftedPseudo = false;
  #rules = 0;

  /** Conditions are taken as met: too many elements are found rather than too few. */
  read(rules: CSSRuleList): void {
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i] as AnyRule;
      if (++this.#rules > MAX_RULES || this.found.size + this.cursor.size > MAX_SELECTORS)
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
      const property = style![i]!;
      if (READ.has(property)) this.found.add(selectorText!);
      if (property === "cursor") this.cursor.add(selectorText!);
      const value = style!.getPropertyValue(property);
      if (leadsAstray(property, value)) this.astray.add(selectorText!);
      if (!moves(property, value)) continue;
      this.moved.add(selectorText!);
      if (PSEUDO.test(selectorText!) && property === "position") this.liftedPseudo = true;
    }
  }
}

const STYLE_RULE = 1;
const PSEUDO = /:(before|after)/;
