import { library } from "../../tsup.base.ts";

export default library(["src/index.ts", "src/open.ts", "src/matching.ts"], { splitting: true });
