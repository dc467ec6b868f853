import { BrowserError } from "../browser-error.js";
import type { CdpSession } from "../browser-link.js";
import { type KeyDefinition, keyDefinition, MODIFIERS } from "./key-definitions.js";

/** Beyond this, text is put in at once: a page that listens to each key does not wait for minutes. */
const MAX_KEYSTROKES = 200;

/** Presses a key or a chord such as `Control+A`. */
export async function pressKeys(session: CdpSession, chord: string): Promise<void> {
  const names = chord === "+" ? ["+"] : chord.split(/\+(?=.)/);
  const keys = names.map((name) => {
    const key = keyDefinition(name);
    if (key) return key;
    throw new BrowserError(
      "invalid-options",
      `There is no key "${name}". Write for example Enter, ArrowDown, F5 or Control+A.`,
    );
  });
  let modifiers = 0;
  for (const key of keys) {
    modifiers |= MODIFIERS[key.key] ?? 0;
    await keyEvent(session, "down", key, modifiers);
  }
  for (const key of keys.reverse()) {
    modifiers &= ~(MODIFIERS[key.key] ?? 0);
    await keyEvent(session, "up", key, modifiers);
  }
}

/** Types with real keystrokes; characters that no key has, and long texts, are inserted. */
export async function typeText(session: CdpSession, text: string): Promise<void> {
  if (text.length > MAX_KEYSTROKES) return void (await session.send("Input.insertText", { text }));
  for (const char of text) {
    const key = char === "\n" ? keyDefinition("Enter") : keyDefinition(char);
    if (!key) await session.send("Input.insertText", { text: char });
    else {
      await keyEvent(session, "down", key, 0);
      await keyEvent(session, "up", key, 0);
    }
  }
}

async function keyEvent(session: CdpSession, way: "down" | "up", key: KeyDefinition, modifiers: number) {
  const { Control = 0, Meta = 0, Alt = 0 } = MODIFIERS;
  const writes = way === "down" && key.text !== undefined && (modifiers & (Control | Meta | Alt)) === 0;
  const commands = way === "down" && isSelectAll(key, modifiers) ? ["selectAll"] : undefined;
  await session.send("Input.dispatchKeyEvent", {
    type: way === "up" ? "keyUp" : writes ? "keyDown" : "rawKeyDown",
    modifiers,
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    ...(writes && { text: key.text, unmodifiedText: key.text }),
    ...(commands && { commands }),
  });
}

/** macOS has editing chords in its menus, which no key event reaches. */
const isSelectAll = ({ code }: KeyDefinition, modifiers: number): boolean =>
  code === "KeyA" && (modifiers === MODIFIERS.Control || modifiers === MODIFIERS.Meta);
