import { library } from "../../tsup.base.ts";

/** `create-agent.ts` by itself is what a run needs. zod is bundled: its part that checks the config loads in a tenth of the time of the whole. */
export default library(["src/index.ts", "src/create-agent.ts", "src/config-schema.ts"], {
  splitting: true,
  noExternal: ["zod"],
});
