const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes; `undefined` where they are no UTF-8. A byte order mark stays, so that nothing changes unseen. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}
