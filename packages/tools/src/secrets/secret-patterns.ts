/** A text that gives a secret away. */
export interface SecretPattern {
  name: string;
  text: string;
}

/** Shorter values are no secrets and would take half of a text along. */
const MIN_SECRET_CHARS = 8;
/** A line of a longer secret, such as a private key, is one too from this length on. */
const MIN_LINE_CHARS = 16;

/** The value as it is, its lines, and the forms it takes in JSON, in URLs and anywhere inside of Base64. */
export function patternsOf(secrets: Readonly<Record<string, string>>): SecretPattern[] {
  const patterns = new Map<string, string>();
  for (const [name, value] of Object.entries(secrets))
    for (const text of formsOf(value.trim())) if (!patterns.has(text)) patterns.set(text, name);
  return [...patterns].map(([text, name]) => ({ text, name: name.replace(/[^\w.-]/g, "_") }));
}

function formsOf(value: string): string[] {
  if (value.length < MIN_SECRET_CHARS) return [];
  const lines = value.includes("\n")
    ? value.split(/\r?\n/).filter((line) => line.length >= MIN_LINE_CHARS)
    : [];
  return [value, ...lines].flatMap((text) => [
    text,
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(text),
    ...base64Forms(text),
  ]);
}

/** Base64 has three forms, by where the value begins; the characters it shares with its neighbours are left out. */
function base64Forms(value: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
    const first = Math.ceil((before * 8) / 6);
    const whole = Math.floor((bytes.length * 8) / 6);
    const text = bytes.toString("base64").slice(first, whole);
    return [text, text.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
