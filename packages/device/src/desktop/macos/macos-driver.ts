import type { DesktopDriver } from "../desktop-driver.js";
export declare function openMacosDriver(env: NodeJS.ProcessEnv): Promise<DesktopDriver>;
