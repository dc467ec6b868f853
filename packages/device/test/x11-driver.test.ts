import { openX11Driver } from "../src/desktop/x11/x11-driver.js";
import { driverContract } from "./driver-contract.js";
import { startDesktop, startForm } from "./start-desktop.js";

driverContract("x11", async () => {
  const desktop = await startDesktop("1100x700");
  await startForm(desktop);
  const driver = await openX11Driver(desktop.env);
  return {
    driver,
    async close() {
      await driver.close();
      await desktop.stop();
    },
  };
});
