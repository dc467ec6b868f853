import type { DesktopDriver } from "./desktop-driver.js";
import { parseKeys } from "./key-names.js";

/** A key a character is exact only for these. */
const TYPEABLE = /^[\x20-\x7e\n\t]*$/;

/** @param pasteKeys what pastes in the focused application; terminals want `ctrl+shift+v`. */
export async function typeText(driver: DesktopDriver, text: string, pasteKeys?: string): Promise<void> {
  if (text === "") return;
  const plain = text.replaceAll("\r\n", "\n");
  if (TYPEABLE.test(plain)) return driver.typeAscii(plain);
  const paste = parseKeys(pasteKeys ?? (driver.system === "macos" ? "cmd+v" : "ctrl+v"));
  await driver.withClipboard(plain, () => driver.pressKeys(paste));
}
