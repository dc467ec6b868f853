import { createHash } from "node:crypto";

/**
 * A call's id as a wire accepts it: as it is, or a short one made from it, the same each time, so that call and
 * result still agree and the prompt's prefix stays stable.
 */
export const sentCallId = (id: string, accepts: RegExp): string =>
  accepts.test(id) ? id : `call_${createHash("sha256").update(id).digest("base64url").slice(0, 24)}`;
