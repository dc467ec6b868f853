/** What is needed to know whether a browser is there, without loading what drives it. */
export { type FoundBrowser, findBrowsers, type Machine } from "./browsers/find-browsers.js";
