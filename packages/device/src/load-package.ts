import { DeviceError } from "./device-error.js";

/** Loads an optional package on first use; without it, the error names the command that installs it. */
export async function loadPackage<T>(name: string, load: () => Promise<T>, install: string): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new DeviceError(
      "missing-package",
      `${name} could not be loaded. Install it beside this package: npm i ${install}`,
      error,
    );
  }
}
