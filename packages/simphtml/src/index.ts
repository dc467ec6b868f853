/// <reference lib="dom" preserve="true" />
export { estimateTokens } from "./estimate-tokens.js";
export type { Elision } from "./fit.js";
export { joinFrames } from "./join-frames.js";
export { elementOf, type PageApi, pageScript, scanPage } from "./page-script.js";
export { PASSES, type Pass, type Removal } from "./report.js";
export {
  type Form,
  type PageScanOptions,
  type PageScanResult,
  type ScanDiff,
  ScanError,
  type ScanOptions,
  type ScanResult,
  type UnreadFrame,
} from "./scan-options.js";
export { type SimplifyOptions, simplify } from "./simplify.js";
