import { addedLines, type Rule } from "./judged-file.js";

const PATTERNS: readonly [name: string, pattern: RegExp][] = [
  ["a private key", /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ["an API key", /\b(sk|pk|rk)[-_](live|test|proj|ant|or|api)?[-_A-Za-z0-9]{20,}/],
  ["a GitHub token", /\b(gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/],
  ["a GitLab token", /\bglpat-[A-Za-z0-9_-]{16,}/],
  ["an AWS key", /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a Slack token", /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/],
  ["a Google key", /\bAIza[A-Za-z0-9_-]{30,}/],
  ["a web token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}/],
  ["a bearer token", /\bbearer\s+[A-Za-z0-9._~+/-]{20,}/i],
  ["a password in a URL", /[a-z][a-z0-9+.-]*:\/\/[^\s/:@]+:(?![$<{*%])[^\s/@]{3,}@/i],
  [
    "a password",
    /(^|[^\p{L}])(password|passwd|passphrase|pwd|secret|api[-_ ]?key|access[-_ ]?token|token|密码|口令|密钥)["'`]?\s*(?:[:=：]|\bis\b|是|为)\s*["'`]?(?![$<{*%[(]|os\.|process\.|env\b|getenv|input|none\b|null\b|true\b|false\b|empty\b|the\b|in\b|from\b|a\b|see\b|kept\b)[^\s"'`,;]{6,}/iu,
  ],
];

/** Secrets are used by name and never kept, whoever says yes to it. */
export const noSecrets: Rule = (file, { findSecret }) => {
  for (const line of [file.path, ...addedLines(file)]) {
    const known = findSecret?.(line);
    if (known) return `it holds the value of the secret ${known}. Write $${known} instead`;
    const found = secretIn(line);
    if (found)
      return `it looks like ${found}: ${masked(line)}. Name the variable that holds it instead of the value`;
  }
  return undefined;
};

/** What kind of secret stands in a text, by its look alone. */
export const secretIn = (text: string): string | undefined =>
  PATTERNS.find(([, pattern]) => pattern.test(text))?.[0];

const masked = (line: string): string => `"${line.trim().slice(0, 16)}…"`;
