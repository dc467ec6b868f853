// The process in which the native modules live: one call a message, one answer a call. It ends with its parent.

import { errorMessage } from "@genericagent/core-loop";
import { callNative } from "./desktop/call-native.js";
import type { NativeCall, NativeReply } from "./desktop/native-calls.js";
import { DeviceError } from "./device-error.js";

process.on("disconnect", () => process.exit(0));
process.on("message", async (call: NativeCall) => {
  process.send?.(await answer(call));
});

async function answer({ id, name, args }: NativeCall): Promise<NativeReply> {
  try {
    return { id, value: await callNative(name, args) };
  } catch (error) {
    const message = errorMessage(error);
    return { id, error: error instanceof DeviceError ? { message, code: error.code } : { message } };
  }
}
