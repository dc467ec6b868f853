import { constants } from "node:fs";

/** Files of the kernel that have nothing to say fail at once instead of waiting for ever (`/proc/kmsg`). */
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
