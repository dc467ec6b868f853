import { connect, type Socket } from "node:net";
import { errorMessage } from "@genericagent/core-loop";
import { Adb, AdbDaemonTransport, AdbPacket, AdbPacketSerializeStream } from "@yume-chan/adb";
import {
  Consumable,
  PushReadableStream,
  pipeFrom,
  type ReadableWritablePair,
  StructDeserializeStream,
} from "@yume-chan/stream-extra";
import { DeviceError } from "../device-error.js";
import { withLimit } from "../with-limit.js";
import { adbKeys } from "./adb-keys.js";

const CONNECT_LIMIT_MS = 5000;
/** The user may be at the phone to accept. */
const ALLOW_LIMIT_MS = 8000;

/** Speaks to adbd itself over TCP, without an adb program. @param address `host:port`; the port is 5555 when missing. */
export async function connectDirectly(address: string, keyFile: string): Promise<Adb> {
  const [, host = "", port = "5555"] = /^(.*?)(?::(\d+))?$/.exec(address) ?? [];
  const socket = await open(host, Number(port), address);
  const asked = { forKeys: false };
  const credentialStore = adbKeys(keyFile, () => {
    asked.forKeys = true;
  });
  try {
    const authenticating = AdbDaemonTransport.authenticate({
      serial: address,
      connection: packetsOver(socket),
      credentialStore,
    });
    return new Adb(await withLimit(authenticating, ALLOW_LIMIT_MS, () => "it did not answer in time"));
  } catch (error) {
    socket.destroy();
    if (asked.forKeys)
      throw new DeviceError(
        "unauthorised-device",
        `${address} has not allowed this computer. Unlock it and accept the question about debugging, then try again.`,
        error,
      );
    throw new DeviceError(
      "no-device",
      `No Android device answers at ${address}: ${errorMessage(error)}.`,
      error,
    );
  }
}

function open(host: string, port: number, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string, cause?: Error) => {
      socket.destroy();
      reject(new DeviceError("no-device", `No Android device answers at ${address}: ${reason}.`, cause));
    };
    const socket = connect({ host, port, timeout: CONNECT_LIMIT_MS, noDelay: true });
    socket.once("connect", () => resolve(socket.setTimeout(0)));
    socket.once("error", (error) => fail(error.message, error));
    socket.once("timeout", () => fail(`no connection within ${CONNECT_LIMIT_MS} ms`));
  });
}

type Packets = Parameters<typeof AdbDaemonTransport.authenticate>[0]["connection"];

function packetsOver(socket: Socket): Packets {
  const bytes: ReadableWritablePair<Uint8Array, Consumable<Uint8Array>> = {
    readable: new PushReadableStream<Uint8Array>((controller) => {
      socket.on("data", async (chunk: Buffer) => {
        if (controller.abortSignal.aborted) return;
        socket.pause();
        await controller.enqueue(new Uint8Array(chunk));
        socket.resume();
      });
      const end = () => {
        try {
          controller.close();
        } catch {
          // Closed from the other side already.
        }
      };
      socket.on("end", end).on("close", end).on("error", end);
    }),
    writable: new Consumable.WritableStream<Uint8Array>({
      // A line that broke is reported by the reading side; here nobody could catch it.
      write: (chunk) =>
        new Promise<void>((resolve) => {
          if (!socket.writable) resolve();
          else socket.write(chunk, () => resolve());
        }),
      close: () => void socket.end(),
      abort: () => void socket.destroy(),
    }),
  };
  return {
    readable: bytes.readable.pipeThrough(new StructDeserializeStream(AdbPacket)),
    writable: pipeFrom(bytes.writable, new AdbPacketSerializeStream()),
  };
}
