// LoCoMo: for each question, the share of its evidence turns among the first ten hits. The conversation is written as
// session journals and searched through the archive's index; plain BM25 over the same turns is the baseline.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArchiveIndex, searchArchive } from "../../packages/memory/dist/index.js";
import { plainBm25 } from "./plain-bm25.mjs";

const HITS = 10;

/** @param {string} file a conversation, or a list of them */
export async function locomo(file) {
  if (!existsSync(file)) return undefined;
  const data = JSON.parse(readFileSync(file, "utf8"));
  const scores = { questions: 0, plain: 0, ours: 0 };
  for (const each of Array.isArray(data) ? data : [data]) await measure(each, scores);
  return {
    questions: scores.questions,
    plain: scores.plain / scores.questions,
    ours: scores.ours / scores.questions,
  };
}

async function measure({ conversation, qa }, scores) {
  const folder = mkdtempSync(join(tmpdir(), "locomo-"));
  const turnAt = writeJournals(conversation, join(folder, "sessions"));
  const turns = [...turnAt.values()];
  const index = await ArchiveIndex.open(join(folder, "sessions"), join(folder, "index"));
  await index.sync();
  const bm25 = plainBm25(turns.map(({ speaker, text }) => `${speaker}: ${text}`));
  for (const { question, evidence } of qa) {
    const wanted = (evidence ?? []).filter((id) => turns.some((turn) => turn.id === id));
    if (wanted.length === 0) continue;
    const hits = await searchArchive(index, question, { limit: HITS });
    const ours = hits.map(({ session, offset }) => turnAt.get(`${session} ${offset}`)?.id);
    const plain = bm25(question, HITS).map((number) => turns[number].id);
    scores.questions++;
    scores.ours += share(wanted, ours);
    scores.plain += share(wanted, plain);
  }
  await index.close();
  rmSync(folder, { recursive: true });
}

const share = (wanted, found) => wanted.filter((id) => found.includes(id)).length / wanted.length;

/** One journal a session, one line a turn; gives each turn by where it lies. */
function writeJournals(conversation, folder) {
  mkdirSync(folder, { recursive: true });
  const turns = new Map();
  for (let number = 1; conversation[`session_${number}`]; number++) {
    const at = isoOf(conversation[`session_${number}_date_time`]);
    const session = `${at.slice(0, 10).replaceAll("-", "")}-${String(number).padStart(6, "0")}-000000`;
    let journal = "";
    for (const { speaker, dia_id: id, text, blip_caption: caption } of conversation[`session_${number}`]) {
      turns.set(`${session} ${Buffer.byteLength(journal)}`, {
        id,
        speaker,
        text: [text, caption].filter(Boolean).join(" "),
      });
      const content = [{ type: "text", text: [text, caption].filter(Boolean).join(" ") }];
      journal += `${JSON.stringify({ type: "message", at, speaker, turn: 1, message: { role: "user", content } })}\n`;
    }
    writeFileSync(join(folder, `${session}.jsonl`), journal);
  }
  return turns;
}

/** From `1:56 pm on 8 May, 2023`. */
function isoOf(text) {
  const [, hour, minute, half, day] = /(\d+):(\d+) (am|pm) on (.*)/.exec(text);
  const date = new Date(`${day.replace(",", "")} UTC`);
  date.setUTCHours((Number(hour) % 12) + (half === "pm" ? 12 : 0), Number(minute));
  return date.toISOString();
}
