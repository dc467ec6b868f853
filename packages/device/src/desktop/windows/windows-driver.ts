import type { DesktopDriver } from "../desktop-driver.js";
export declare function openWindowsDriver(env: NodeJS.ProcessEnv): Promise<DesktopDriver>;
