import { launchBrowser } from "../src/index.js";
import { describeDriver } from "./driver-contract.js";
import { profile } from "./profile.js";

describeDriver("a browser over its debugging port", () =>
  launchBrowser({ profile: profile(), headless: true }),
);
