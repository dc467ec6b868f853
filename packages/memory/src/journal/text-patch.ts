/** One replaced stretch of a text, which can be taken back. Positions are UTF-16 units. */
export interface TextPatch {
  at: number;
  removed: string;
  added: string;
}

export function patchBetween(before: string, after: string): TextPatch {
  const most = Math.min(before.length, after.length);
  let at = 0;
  while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++;
  let same = 0;
  while (
    same < most - at &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++;
  return { at, removed: before.slice(at, before.length - same), added: after.slice(at, after.length - same) };
}

/** `undefined` where the patch does not belong to this text. */
export function applyPatch(text: string, { at, removed, added }: TextPatch): string | undefined {
  if (text.slice(at, at + removed.length) !== removed) return undefined;
  return text.slice(0, at) + added + text.slice(at + removed.length);
}
