// A loopback server in a process of its own, so that what it costs is not counted. `node server.mjs` prints its
// address; a request's query says what the answer is made of.
import { createServer } from "node:http";
import { WIRES } from "./wires.mjs";

/** What a socket hands over at once. */
const PIECE_BYTES = 16 * 1024;
const answers = new Map();

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, "http://127.0.0.1");
  const [, kind, size, ...rest] = pathname.split("/");
  const wire = Object.values(WIRES).find(({ path }) => path === `/${rest.join("/")}`);
  request.resume();
  request.on("end", async () => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const body = answerOf(wire, kind, Number(size));
    for (let at = 0; at < body.length; at += PIECE_BYTES)
      if (!response.write(body.subarray(at, at + PIECE_BYTES)))
        await new Promise((resolve) => response.once("drain", resolve));
    response.end();
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on("disconnect", () => process.exit(0));

/** `deltas`: small pieces of text until the size is reached. `noise`: the same size, but hardly any text. */
function answerOf(wire, kind, bytes) {
  const key = `${wire.path} ${kind} ${bytes}`;
  if (!answers.has(key)) answers.set(key, encode(wire, kind, bytes));
  return answers.get(key);
}

function encode({ head, begin, delta, noise, tail }, kind, bytes) {
  const frames = [head, begin].filter(Boolean).map(frame);
  for (let size = 0, count = 0; size < bytes; count++) {
    const isNoise = kind === "noise" && count % 100 !== 0;
    const next = frame(isNoise ? noise("x".repeat(900)) : delta(`word${count % 1000} `));
    frames.push(next);
    size += next.length;
  }
  return Buffer.from([...frames, ...tail.map(frame)].join(""));
}

function frame(event) {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const name = event.type ? `event: ${event.type}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
