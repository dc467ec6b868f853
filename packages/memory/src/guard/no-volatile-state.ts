import { addedLines, type Rule } from "./judged-file.js";

/** What is true for this moment or this session only. */
const ANYWHERE: readonly [name: string, pattern: RegExp][] = [
  ["a session id", /\b20\d{6}-\d{6}-[0-9a-f]{6}\b/],
  ["a session id", /\bsession[ _-]?id\b\s*(?:[:=：]|\bis\b|是|为)\s*["']?(?![$<{])(?=[\w-]*\d)[\w-]{6,}/i],
  [
    "a process id",
    /(?<![\p{L}\p{N}_])(?:pid|process id|进程号?|进程id)\s*(?:[:=：#(]|\bis\b|是|为)?\s*\d{2,7}\b/iu,
  ],
];
const IN_TEXT: readonly [name: string, pattern: RegExp][] = [
  ["a timestamp", /\b20\d\d[-/.]\d{1,2}[-/.]\d{1,2}[T ]\d{1,2}:\d{2}/],
  ["a timestamp", /(?<![\w.-])1[5-9]\d{8}(?:\d{3})?(?![\w.-])/],
  ["a temporary path", /(?:^|[\s"'`(=:])(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s"'`)]+/],
  ["a temporary path", /%TE?MP%|\\AppData\\Local\\Temp\\|\b[A-Z]:\\Temp\\/i],
];
/** In code a temporary folder is a habit; a name that was drawn at random is not. */
const IN_CODE: readonly [name: string, pattern: RegExp][] = [
  [
    "a temporary path",
    /\/(?:tmp|var\/folders)\/(?:[^\s"'`]*\/)?(?:tmp[a-z0-9_]{6,}|[^\s"'`/]*[-.][A-Za-z0-9]{6,8}(?=[/"'`\s]|$))/,
  ],
];
const CODE_FILE = /\.(py|js|mjs|cjs|ts|sh|bash|ps1|rb|pl)$/i;

/** Nothing is kept that will be false tomorrow. */
export const noVolatileState: Rule = (file) => {
  const patterns = [...ANYWHERE, ...(CODE_FILE.test(file.path) ? IN_CODE : IN_TEXT)];
  const found =
    volatileIn(file.path.replace(/[/_]/g, " "), ANYWHERE) ??
    addedLines(file).reduce<string | undefined>(
      (first, line) => first ?? volatileIn(line, patterns),
      undefined,
    );
  return found && `${found}, which changes with time or session. Leave it out, or say how to find it`;
};

function volatileIn(text: string, patterns: typeof ANYWHERE): string | undefined {
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(text)?.[0].trim();
    if (found) return `"${found.slice(0, 60)}" is ${name}`;
  }
  return undefined;
}
