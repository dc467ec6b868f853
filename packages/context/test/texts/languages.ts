import data from "./languages.json" with { type: "json" };

/** One short story about a repair, told in ten languages: everyday words, technical words, numbers and names. */
export const LANGUAGES: Record<string, string[]> = data;
