import { openBridge } from "../src/index.js";
import { describeDriver } from "./driver-contract.js";
import { openExtensionBrowser } from "./extension-browser.js";

describeDriver("through the extension", async () => {
  const browser = await openExtensionBrowser();
  const link = await openBridge({ folder: browser.home, ports: browser.ports });
  void link.closed.then(() => browser.close());
  return link;
});
