/** The open format allows 64 characters of `a-z`, `0-9` and single hyphens. */
export function slug(words: string): string {
  const plain = words
    .normalize("NFKD")
    .toLowerCase()
    .replace(/_sop$/, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  const cut = plain.length > 40 ? plain.slice(0, 40).replace(/-[^-]*$/, "") : plain;
  return cut || "skill";
}
