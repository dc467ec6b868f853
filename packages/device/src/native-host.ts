// The process in which the native modules live: one call a message, one answer a call. It ends with its parent.

import { callNative } from "./desktop/call-native.js";
import type { NativeCall, NativeReply } from "./desktop/native-calls.js";

process.on("disconnect", () => process.exit(0));
process.on("message", async (call: NativeCall) => {
  process.send?.(await answer(call));
});

async function answer({ id, name, args }: NativeCall): Promise<NativeReply> {
  try {
    return { id, value: await callNative(name, args) };
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return { id, error: { message: String(message ?? error), ...(code && { code }) } };
  }
}
