import { spawn } from "node:child_process";

/** Opens a file as a double click would, where there is a desktop. Whether it worked does not matter: its path is printed. */
export function openInDesktop(path: string, platform = process.platform, env = process.env): void {
  if (platform === "linux" && !env.DISPLAY && !env.WAYLAND_DISPLAY) return;
  if (!process.stdout.isTTY) return;
  const [program, ...args] = OPENERS[platform] ?? ["xdg-open"];
  const child = spawn(program as string, [...args, path], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
}

const OPENERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["open"],
  win32: ["explorer.exe"],
};
