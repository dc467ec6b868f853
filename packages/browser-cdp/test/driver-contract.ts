import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { BrowserDriver, type BrowserLink, type DriverOptions, type Tab } from "../src/index.js";
import { describeDialogs } from "./contract/dialogs.js";
import { describeEvaluate } from "./contract/evaluate.js";
import { describeFiles } from "./contract/files.js";
import { describeInput } from "./contract/input.js";
import { describeScan } from "./contract/scan.js";
import { describeTabs } from "./contract/tabs.js";
import { type PageServer, startPageServer } from "./page-server.js";

/** What each part of the suite works with. */
export interface Bench {
  readonly link: BrowserLink;
  readonly server: PageServer;
  /** A driver of its own, which ends with the test. */
  driver(options?: DriverOptions): BrowserDriver;
  /** A page in a new tab of a new driver. */
  load(html: string, options?: DriverOptions): Promise<Tab>;
}

/** What every way to a browser must do. `openLink` gives a browser with a fresh profile and one blank tab. */
export function describeDriver(name: string, openLink: () => Promise<BrowserLink>): void {
  describe(name, () => {
    let link: BrowserLink;
    let server: PageServer;
    let drivers: BrowserDriver[] = [];
    beforeAll(async () => {
      [link, server] = await Promise.all([openLink(), startPageServer()]);
    });
    afterEach(async () => {
      await Promise.all(drivers.map((driver) => driver.close({ closeTabs: true })));
      drivers = [];
    });
    afterAll(async () => {
      await link?.close();
      await server?.close();
    });

    const bench: Bench = {
      get link() {
        return link;
      },
      get server() {
        return server;
      },
      driver(options) {
        const driver = new BrowserDriver(link, options);
        drivers.push(driver);
        return driver;
      },
      load: (html, options) => bench.driver(options).openTab(server.page(html)),
    };
    describeTabs(bench);
    describeEvaluate(bench);
    describeDialogs(bench);
    describeInput(bench);
    describeScan(bench);
    describeFiles(bench);
  });
}
