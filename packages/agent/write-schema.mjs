// Writes the JSON Schema of config.json beside the built code, from the same source that checks it.
import { writeFileSync } from "node:fs";
import { toJSONSchema } from "zod/mini";
import { configSchema } from "./dist/config-schema.js";

const target = new URL("dist/config.schema.json", import.meta.url);
writeFileSync(target, `${JSON.stringify(toJSONSchema(configSchema, { io: "input" }), null, 2)}\n`);
