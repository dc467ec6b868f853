// The archive at scale: session journals with a million lines are written, indexed, opened and searched.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { vocabulary } from "./vocabulary.mjs";

const LINES_IN_SESSION = 500;

/** Each phase runs in a process of its own, so that its memory is its own. */
export function archiveScale(lines) {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  try {
    const written = writeArchive(join(folder, "sessions"), lines);
    const phase = (name) => inProcess("archive-phase.mjs", [name, folder]);
    return { ...written, build: phase("build"), again: phase("again"), search: phase("search") };
  } finally {
    if (!process.env.KEEP) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
}

/** The same kind of archive, as far as a peer can hold it, indexed and searched by both. */
export function archivePeer(lines) {
  const folder = mkdtempSync(join(tmpdir(), "archive-"));
  try {
    writeArchive(join(folder, "sessions"), lines);
    const phase = (name) => inProcess("archive-phase.mjs", [name, folder]);
    const ours = { build: phase("build"), search: phase("search") };
    return { lines, ours, minisearch: inProcess("minisearch-peer.mjs", [folder]) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function inProcess(name, args) {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Sessions as the agent writes them: a task, then replies with a call and results, in words of a skewed vocabulary. */
function writeArchive(folder, lines) {
  mkdirSync(folder, { recursive: true });
  const words = vocabulary(1);
  let bytes = 0;
  for (let first = 0, session = 0; first < lines; first += LINES_IN_SESSION, session++) {
    const at = new Date(Date.UTC(2020, 0, 1) + session * 3_600_000).toISOString();
    const id = `${at.slice(0, 10).replaceAll("-", "")}-${at.slice(11, 19).replaceAll(":", "")}-${String(session).padStart(6, "0")}`;
    const entries = [{ type: "session", version: 1, id, at, cwd: "/home/user/project", model: "test/model" }];
    for (let line = 0; line < Math.min(LINES_IN_SESSION, lines - first); line++)
      entries.push(entryAt(line, at, words));
    const journal = `${entries.map((entry) => JSON.stringify(entry)).join("\n")}\n`;
    bytes += Buffer.byteLength(journal);
    writeFileSync(join(folder, `${id}.jsonl`), journal);
  }
  return { lines, bytes };
}

function entryAt(line, at, words) {
  const text = (count) => ({ type: "text", text: words.sentence(count) });
  if (line === 0) return { type: "message", at, turn: 1, message: { role: "user", content: [text(12)] } };
  if (line % 2 === 1) {
    const call = {
      type: "tool-call",
      id: `call_${line}`,
      name: "code_run",
      args: { type: "bash", script: words.sentence(6) },
    };
    const usage = { inputTokens: 5000, outputTokens: 80, cachedTokens: 4000 };
    return {
      type: "reply",
      turn: line,
      message: { role: "assistant", content: [text(8), call] },
      stopReason: "tool-calls",
      usage,
    };
  }
  const result = { type: "tool-result", callId: `call_${line - 1}`, name: "code_run", content: [text(20)] };
  return { type: "tool-end", turn: line, result, durationMs: 12 };
}
