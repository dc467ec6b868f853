import { sessionAdapter } from "../../../packages/llm/dist/conformance/index.js";

export const adapter = { ...sessionAdapter, packages: [] };
