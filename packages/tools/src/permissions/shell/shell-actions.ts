import type { ActionDraft } from "../path-action.js";
import type { Places } from "../places.js";
import { commandEffects } from "./command-effects.js";
import { seeThrough } from "./see-through.js";

/** Everything a bash script does, as far as its text tells. */
export function shellActions(script: string, cwd: string, places: Places): ActionDraft[] {
  const { commands, problems } = seeThrough(script, [cwd], places.home);
  const actions = [
    ...problems.map((danger): ActionDraft => ({ kind: "execute", target: script, danger })),
    ...commands.flatMap((command) => commandEffects(command, places)),
  ];
  // A script that only computes still is something to decide on.
  return actions.length > 0 ? actions : [{ kind: "read", target: cwd }];
}
