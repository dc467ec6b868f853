/** What a file's first bytes say it is. Offsets other than 0 stand behind the name. */
const MAGIC: readonly (readonly [hex: string, kind: string, offset?: number])[] = [
  ["89504e470d0a1a0a", "a PNG image"],
  ["ffd8ff", "a JPEG image"],
  ["474946383761", "a GIF image"],
  ["474946383961", "a GIF image"],
  ["57454250", "a WebP image", 8],
  ["00000100", "a Windows icon"],
  ["49492a00", "a TIFF image"],
  ["4d4d002a", "a TIFF image"],
  ["25504446", "a PDF document"],
  ["504b0304", "a ZIP archive (or a document in one: docx, xlsx, jar …)"],
  ["504b0506", "an empty ZIP archive"],
  ["1f8b", "gzip data"],
  ["425a68", "bzip2 data"],
  ["fd377a585a00", "xz data"],
  ["28b52ffd", "Zstandard data"],
  ["377abcaf271c", "a 7z archive"],
  ["526172211a07", "a RAR archive"],
  ["7573746172", "a tar archive", 257],
  ["7f454c46", "an ELF executable or library"],
  ["cffaedfe", "a Mach-O executable or library"],
  ["cafebabe", "a Java class or a universal Mach-O file"],
  ["0061736d", "a WebAssembly module"],
  ["53514c69746520666f726d6174203300", "an SQLite database"],
  ["d0cf11e0a1b11ae1", "an old Microsoft Office document"],
  ["4f676753", "Ogg audio or video"],
  ["664c6143", "FLAC audio"],
  ["494433", "MP3 audio"],
  ["66747970", "MP4 video or audio", 4],
  ["57415645", "WAV audio", 8],
  ["1a45dfa3", "Matroska or WebM video"],
  ["774f4632", "a WOFF2 font"],
];
const PORTABLE_EXECUTABLE = /^MZ[\s\S]{58}/;

/** Names what begins like a known binary format; `undefined` for text and for what is unknown. */
export function kindOfBinary(bytes: Buffer): string | undefined {
  const found = MAGIC.find(([hex, , offset = 0]) =>
    bytes.subarray(offset, offset + hex.length / 2).equals(Buffer.from(hex, "hex")),
  );
  if (found) return found[1];
  const head = bytes.subarray(0, 512);
  return PORTABLE_EXECUTABLE.test(head.toString("latin1")) && head.includes(0)
    ? "a Windows executable or library"
    : undefined;
}
