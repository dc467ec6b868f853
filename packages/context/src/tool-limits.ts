/**
 * What a tool may put into the context at most, in characters (GenericAgent report, table 1). HTML is cut in the
 * DOM, before it is text.
 */
export const TOOL_LIMITS = {
  code_run: { maxChars: 10_000 },
  web_execute_js: { maxChars: 8_000 },
  web_scan: { maxTextChars: 10_000, maxHtmlChars: 35_000 },
  file_read: { maxLineChars: 1_280, maxChars: 20_000 },
} as const;
