import { DeviceError } from "../device-error.js";
import { quoted, type ShellResult } from "./run-on-android.js";

/** An input method that takes text by broadcast; the system has no way of its own for what is not ASCII. */
const IME = "com.android.adbkeyboard/.AdbIME";
const MEND =
  "Install the ADBKeyBoard input method on the device (adb install ADBKeyboard.apk), or tap the letters on its keyboard.";

type Run = (command: string) => Promise<ShellResult>;

/** Types into what has the focus. */
export async function typeOnAndroid(run: Run, text: string): Promise<void> {
  if (/^[\x20-\x7e\n\t]*$/.test(text)) {
    for (const command of asciiCommands(text)) await run(command);
    return;
  }
  await byInputMethod(run, text);
}

/** `input text` reads %s as a space and ends at a line's end. */
export function asciiCommands(text: string): string[] {
  return text
    .split(/(\n|\t)/)
    .flatMap((part) => {
      if (part === "\n") return ["input keyevent KEYCODE_ENTER"];
      if (part === "\t") return ["input keyevent KEYCODE_TAB"];
      // A literal %s is split, so that no part of it reads as a space.
      return part
        .split(/(?<=%)(?=s)/)
        .map((piece) => piece && `input text ${quoted(piece.replaceAll(" ", "%s"))}`);
    })
    .filter((command) => command !== "");
}

/** The user's own input method comes back, also when something fails. */
async function byInputMethod(run: Run, text: string): Promise<void> {
  const installed = (await run("ime list -s -a")).stdout.toString("utf8").split(/\s+/);
  if (!installed.includes(IME))
    throw new DeviceError("act-refused", `The text has letters that \`input text\` cannot type. ${MEND}`);
  const earlier = (await run("settings get secure default_input_method")).stdout.toString("utf8").trim();
  await run(`ime enable ${IME}`);
  await run(`ime set ${IME}`);
  try {
    const { stdout } = await run(
      `am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from(text, "utf8").toString("base64")}`,
    );
    if (!/result=-?\d+|Broadcast completed/.test(stdout.toString("utf8")))
      throw new DeviceError(
        "act-refused",
        `The input method did not take the text: ${stdout.toString("utf8").trim().slice(0, 200)}`,
      );
  } finally {
    if (earlier && earlier !== "null") await run(`ime set ${quoted(earlier)}`);
  }
}
