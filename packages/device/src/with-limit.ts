import { DeviceError } from "./device-error.js";

/** The value, or a `no-answer` error after the limit. What is waited for goes on unseen. */
export async function withLimit<T>(
  promise: PromiseLike<T>,
  limitMs: number,
  message: () => string,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeviceError("no-answer", message())), limitMs);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
