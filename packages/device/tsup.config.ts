import { library } from "../../tsup.base.ts";

/** The native host is a process of its own. */
export default library(["src/index.ts", "src/native-host.ts"]);
