import { compressSessions } from "../sessions/compress-sessions.js";
import { sessionHistory } from "../sessions/session-archive.js";

/** Journals compressed when a session closes: few, so that nobody waits. */
const COMPRESSED_AT_ONCE = 3;

/** The archive is brought up to date after use; what cannot be done now is done next time. */
export async function keepHouse(dataHome: string): Promise<void> {
  await sessionHistory(dataHome).catch(() => {});
  await compressSessions(dataHome, { limit: COMPRESSED_AT_ONCE }).catch(() => {});
}
