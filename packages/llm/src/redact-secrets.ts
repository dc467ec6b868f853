/** The shapes of keys that vendors hand out; a masked key (`sk-ab***yz`) counts as one. */
const KEY_SHAPES =
  /\b(?:sk|pk|rk|xai|gsk|hf|ghp|gho|github_pat)[-_][A-Za-z0-9_*.-]{8,}|\bAIza[A-Za-z0-9_-]{20,}|\bBearer\s+[A-Za-z0-9._~+/-]{8,}=*/g;

/** Replaces the given secrets, and whatever is shaped like a vendor's key, by `[key]`. */
export function redactSecrets(text: string, ...secrets: (string | undefined)[]): string {
  let clean = text;
  for (const secret of secrets) if (secret && secret.length >= 4) clean = clean.replaceAll(secret, "[key]");
  return clean.replace(KEY_SHAPES, "[key]");
}
