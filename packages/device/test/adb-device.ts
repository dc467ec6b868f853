import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { SyncService } from "./adb-sync.js";

const CNXN = 0x4e584e43;
const AUTH = 0x48545541;
const OPEN = 0x4e45504f;
const OKAY = 0x59414b4f;
const WRTE = 0x45545257;
const CLSE = 0x45534c43;
const MAX_DATA = 256 * 1024;

export interface AdbDeviceOptions {
  /** Stands for the device's root: `/data/local/tmp` and `/sdcard` of commands are below it. */
  root: string;
  /** A folder with the device's programs (`input`, `uiautomator` …), first on PATH. */
  bin: string;
  /** What happens to a host whose key it does not know. Default: no key is asked for. */
  unknownHost?: "ask" | "allow";
  /** Without it the device is older than Android 7. */
  shellV2?: boolean;
}

export interface AdbDevice {
  address: string;
  /** Cuts every connection, as when it is unplugged; with `listen: false` nobody can come back. */
  unplug(): void;
  close(): Promise<void>;
}

/** The device side of the adb protocol on loopback, with the commands run by this machine's shell. */
export async function startAdbDevice(options: AdbDeviceOptions): Promise<AdbDevice> {
  const sockets = new Set<Socket>();
  // As adbd does: small packets do not wait for each other.
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    new Connection(socket, options);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const unplug = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    unplug,
    close: () => {
      unplug();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Stream {
  write(data: Buffer): void;
  end(): void;
}

/** One service of one connection, as the device sees it. */
export interface Service {
  onData(data: Buffer): void;
  onClose(): void;
}

class Connection {
  readonly #socket: Socket;
  readonly #options: AdbDeviceOptions;
  readonly #open = new Map<number, { remote: number; service: Service; out: Outbox }>();
  #buffer = Buffer.alloc(0);
  #lastId = 0;
  #signatures = 0;

  constructor(socket: Socket, options: AdbDeviceOptions) {
    this.#socket = socket;
    this.#options = options;
    socket.on("data", (data) => {
      this.#buffer = Buffer.concat([this.#buffer, data]);
      this.#drain();
    });
    socket.on("close", () => {
      for (const { service } of this.#open.values()) service.onClose();
    });
  }

  #drain(): void {
    while (this.#buffer.length >= 24) {
      const length = this.#buffer.readUInt32LE(12);
      if (this.#buffer.length < 24 + length) return;
      const [command, arg0, arg1] = [0, 4, 8].map((at) => this.#buffer.readUInt32LE(at)) as [
        number,
        number,
        number,
      ];
      const payload = this.#buffer.subarray(24, 24 + length);
      this.#buffer = this.#buffer.subarray(24 + length);
      this.#take(command, arg0, arg1, payload);
    }
  }

  #take(command: number, arg0: number, arg1: number, payload: Buffer): void {
    if (command === CNXN && this.#options.unknownHost) this.#askForKey();
    else if (command === CNXN) this.#welcome();
    else if (command === AUTH) this.#judge(arg0);
    else if (command === OPEN) this.#start(arg0, payload.toString("utf8").replace(/\0$/, ""));
    else this.#onStream(command, arg0, arg1, payload);
  }

  #onStream(command: number, arg0: number, arg1: number, payload: Buffer): void {
    const stream = this.#open.get(arg1);
    if (!stream) return;
    if (command === OKAY) stream.out.acknowledged();
    if (command === WRTE) {
      this.#send(OKAY, arg1, arg0);
      stream.service.onData(payload);
    }
    if (command === CLSE) {
      this.#open.delete(arg1);
      stream.service.onClose();
    }
  }

  #welcome(): void {
    const features = `${this.#options.shellV2 === false ? "" : "shell_v2,"}cmd,fixed_push_mkdir`;
    const banner = `device::ro.product.name=fake;ro.product.model=Fake One;ro.product.device=fake;features=${features}`;
    this.#send(CNXN, 0x01000001, MAX_DATA, Buffer.from(banner));
  }

  #askForKey(): void {
    this.#send(AUTH, 1, 0, Buffer.alloc(20, 7));
  }

  /** Signatures are unknown; a public key is a question to the user, who says yes or nothing. */
  #judge(kind: number): void {
    if (kind === 2 && this.#signatures++ < 8) this.#askForKey();
    else if (kind === 3 && this.#options.unknownHost === "allow") this.#welcome();
  }

  #start(remote: number, name: string): void {
    const local = ++this.#lastId;
    const out = new Outbox(
      (data) => this.#send(WRTE, local, remote, data),
      () => {
        this.#open.delete(local);
        this.#send(CLSE, local, remote);
      },
    );
    const service = serviceFor(name, out, this.#options);
    if (!service) {
      this.#send(CLSE, 0, remote);
      return;
    }
    this.#open.set(local, { remote, service, out });
    this.#send(OKAY, local, remote);
    out.acknowledged();
  }

  #send(command: number, arg0: number, arg1: number, payload: Buffer = Buffer.alloc(0)): void {
    const header = Buffer.alloc(24);
    const sum = payload.reduce((total, byte) => (total + byte) >>> 0, 0);
    const fields = [command, arg0, arg1, payload.length, sum, (command ^ 0xffffffff) >>> 0];
    for (const [index, field] of fields.entries()) header.writeUInt32LE(field >>> 0, index * 4);
    this.#socket.write(Buffer.concat([header, payload]));
  }
}

/** A stream sends one packet and waits until it was acknowledged. */
class Outbox implements Stream {
  readonly #send: (data: Buffer) => void;
  readonly #close: () => void;
  #waiting: Buffer[] = [];
  #ready = false;
  #ended = false;

  constructor(send: (data: Buffer) => void, close: () => void) {
    this.#send = send;
    this.#close = close;
  }

  write(data: Buffer): void {
    for (let at = 0; at < data.length; at += MAX_DATA) this.#waiting.push(data.subarray(at, at + MAX_DATA));
    this.#pump();
  }

  end(): void {
    this.#ended = true;
    this.#pump();
  }

  acknowledged(): void {
    this.#ready = true;
    this.#pump();
  }

  #pump(): void {
    if (!this.#ready) return;
    const next = this.#waiting.shift();
    if (next) {
      this.#ready = false;
      this.#send(next);
    } else if (this.#ended) {
      this.#ready = false;
      this.#close();
    }
  }
}

function serviceFor(name: string, out: Stream, options: AdbDeviceOptions): Service | undefined {
  if (name.startsWith("sync:")) return new SyncService(out, (path) => inRoot(path, options));
  const command = name.slice(name.indexOf(":") + 1);
  if (name.startsWith("shell,v2")) return runShell(command, out, options, true);
  if (name.startsWith("shell:") || name.startsWith("exec:")) return runShell(command, out, options, false);
  return undefined;
}

/** Paths of the device are below its root here. */
const inRoot = (text: string, { root }: AdbDeviceOptions): string =>
  text.replaceAll(/(?<![\w.])\/(data\/local\/tmp|sdcard)(?=[/\s'";]|$)/g, `${root}/$1`);

function runShell(command: string, out: Stream, options: AdbDeviceOptions, framed: boolean): Service {
  const child = spawn("sh", ["-c", inRoot(command, options)], {
    cwd: options.root,
    env: { ...process.env, PATH: `${options.bin}:${process.env.PATH}`, ROOT: options.root },
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  const frame = (id: number) => (data: Buffer) => {
    if (!framed) return out.write(data);
    const head = Buffer.alloc(5);
    head[0] = id;
    head.writeUInt32LE(data.length, 1);
    out.write(Buffer.concat([head, data]));
  };
  child.stdout.on("data", frame(1));
  child.stderr.on("data", frame(2));
  child.stdin.on("error", () => {});
  child.on("close", (code) => {
    if (framed) frame(3)(Buffer.from([code ?? 137]));
    out.end();
  });
  return {
    onData: () => {},
    // As on a device: what runs goes on when the host leaves. The test ends it with its root.
    onClose: () => void child.stdin.end(),
  };
}
