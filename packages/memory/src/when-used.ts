import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

// Seventy files, and one large one, that a run without a skill need not wait for. What reads them is synchronous, so
// an `import()` would not do.
export const yaml = (): typeof import("yaml") => require("yaml");
export const fflate = (): typeof import("fflate") => require("fflate");
