import { connect } from "node:net";
import { DeviceError } from "../../device-error.js";

const LIMIT_MS = 2000;
const MEND = "Start ga inside the desktop session, or set DISPLAY (for a display without a screen: Xvfb :1).";

/** Refuses early where no X server listens: the native modules would end their process. */
export async function requireDisplay(env: NodeJS.ProcessEnv): Promise<void> {
  const display = env.DISPLAY;
  if (!display) {
    const wayland = env.WAYLAND_DISPLAY
      ? " (WAYLAND_DISPLAY is set, but Wayland alone is not supported)"
      : "";
    throw new DeviceError("no-display", `There is no display: DISPLAY is not set${wayland}. ${MEND}`);
  }
  const [, host = "", number = ""] = /^(?:(?:unix|tcp)\/)?([^:]*):(\d+)(?:\.\d+)?$/.exec(display) ?? [];
  if (number === "") throw new DeviceError("no-display", `DISPLAY=${display} is no display. ${MEND}`);
  const ways = host === "" || host === "unix" ? socketsOf(number) : [{ host, port: 6000 + Number(number) }];
  for (const way of ways) if (await answers(way)) return;
  throw new DeviceError("no-display", `No X server answers at DISPLAY=${display}. ${MEND}`);
}

type Way = { path: string } | { host: string; port: number };

/** The abstract one is there also where /tmp is another. */
const socketsOf = (number: string): Way[] => [
  { path: `/tmp/.X11-unix/X${number}` },
  { path: `\0/tmp/.X11-unix/X${number}` },
];

function answers(way: Way): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(way);
    const settle = (found: boolean) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(LIMIT_MS, () => settle(false));
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}
