import { mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { execa } from "execa";

/** Programs that write the clipboard's image to their output, by platform. */
const PROGRAMS: Partial<Record<NodeJS.Platform, readonly (readonly [string, ...string[]])[]>> = {
  linux: [
    ["wl-paste", "--type", "image/png"],
    ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"],
  ],
  darwin: [["pngpaste", "-"]],
  win32: [
    [
      ...(["powershell", "-NoProfile", "-Command"] as const),
      "Add-Type -A System.Windows.Forms;$i=[Windows.Forms.Clipboard]::GetImage();if($i){$s=[Console]::OpenStandardOutput();$i.Save($s,[Drawing.Imaging.ImageFormat]::Png)}",
    ],
  ],
};

/** The image in the clipboard as a file in `folder`; `undefined` where there is none or no program can read it. */
export async function clipboardImage(folder: string): Promise<string | undefined> {
  for (const [program, ...args] of PROGRAMS[process.platform] ?? []) {
    const { stdout } = await execa(program, args, { encoding: "buffer", timeout: 3_000, reject: false });
    if (!stdout || stdout.length < 8 || Buffer.from(stdout).toString("hex", 0, 8) !== "89504e470d0a1a0a")
      continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `pasted-${Date.now()}.png`);
    await writeFile(path, stdout, { mode: 0o600, flag: "wx" });
    return (await stat(path)).size > 0 ? path : undefined;
  }
  return undefined;
}
