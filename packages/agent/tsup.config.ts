import { library } from "../../tsup.base.ts";

/** zod is bundled: its part that checks the config loads in a tenth of the time of the whole. */
export default library(["src/index.ts", "src/config-schema.ts"], { splitting: true, noExternal: ["zod"] });
