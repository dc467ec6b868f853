import type { ActionDraft } from "../path-action.js";
import type { Places } from "../places.js";
import { commandEffects } from "./command-effects.js";
import { runsDownload } from "./runs-download.js";
import { seeThrough } from "./see-through.js";

/** Everything a bash script does, as far as its text tells. */
export function shellActions(script: string, cwd: string, places: Places): ActionDraft[] {
  try {
    const { commands, problems } = seeThrough(script, [cwd], places.home);
    if (runsDownload(commands)) problems.push("runs what it downloads");
    const actions = [
      ...problems.map((danger) => whole(script, danger)),
      ...commands.flatMap((command) => commandEffects(command, places)),
    ];
    // A script that only computes still is something to decide on.
    return actions.length > 0 ? actions : [{ kind: "read", target: cwd }];
  } catch (error) {
    if (error instanceof RangeError) return [whole(script, "nested too deeply to be read")];
    throw error;
  }
}

const whole = (script: string, danger: string): ActionDraft => ({ kind: "execute", target: script, danger });
