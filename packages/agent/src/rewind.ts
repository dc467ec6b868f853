import { AgentError } from "./agent-error.js";
import type { Conversation } from "./conversation.js";
import type { FileChange, FileImage } from "./file-image.js";
import type { FileImages } from "./file-images.js";
import type { JournalEntry } from "./journal-entry.js";

export interface RewindOptions {
  /** `keep` leaves all files as they are. Default `restore`. */
  files?: "restore" | "keep";
}

export interface Rewound {
  /** Whole turns the conversation has now. */
  turn: number;
  /** Files that stand as they did then. */
  restored: string[];
}

type Entry = Extract<JournalEntry, { type: "rewind" }>;

/**
 * Brings the files back to how they stood after `turn`, and returns the journal entry that takes the conversation
 * there. A file that somebody changed since is not touched, and neither is any other then.
 *
 * @throws AgentError `unknown-turn`, or `files-changed` naming each file.
 */
export async function rewindFiles(
  conversation: Conversation,
  images: FileImages,
  turn: number,
  { files = "restore" }: RewindOptions = {},
): Promise<Entry> {
  if (!Number.isInteger(turn) || turn < 0 || turn > conversation.turns)
    throw new AgentError(
      "unknown-turn",
      `Cannot go back to turn ${turn}: this conversation has ${conversation.turns}. Count from 1; 0 is its beginning.`,
    );
  const steps = files === "keep" ? [] : stepsOf(conversation.changes.filter((change) => change.turn > turn));
  const wanting = await movable(steps, images);
  for (const { after } of wanting) await images.keep(after.path);
  for (const { before } of wanting) await images.restore(before);
  const moved = await Promise.all(
    steps.map(async ({ before, after }) => ({ before, after: await kept(after, images) })),
  );
  return { type: "rewind", at: new Date().toISOString(), turn, files: moved };
}

/**
 * Brings the files to where they stood before the last rewind.
 *
 * @throws AgentError `nothing-to-undo`, or `files-changed` naming each file.
 */
export async function undoRewindFiles(
  conversation: Conversation,
  images: FileImages,
): Promise<Extract<JournalEntry, { type: "rewind-undone" }>> {
  if (!conversation.takenBack)
    throw new AgentError(
      "nothing-to-undo",
      "There is no rewind to take back: something was said since, or there was none.",
    );
  const steps = conversation.takenBack.files.map(({ before, after }) => ({ before: after, after: before }));
  for (const { before } of await movable(steps, images)) await images.restore(before);
  return { type: "rewind-undone", at: new Date().toISOString() };
}

interface Step {
  before: FileImage;
  /** How the file must stand now; unknown where the run was cut off in the middle of a change. */
  after: FileImage | undefined;
}
interface KnownStep extends Step {
  after: FileImage;
}

/** For each file its first state and its last. */
function stepsOf(changes: readonly FileChange[]): Step[] {
  const steps = new Map<string, Step>();
  for (const { before, after } of changes)
    steps.set(before.path, { before: steps.get(before.path)?.before ?? before, after });
  return [...steps.values()];
}

/** The steps that still have to be made, all of which can be. */
async function movable(steps: readonly Step[], images: FileImages): Promise<KnownStep[]> {
  const wanting: KnownStep[] = [];
  const problems: string[] = [];
  for (const { before, after } of steps) {
    const now = await images.look(before.path);
    if (now.hash === before.hash) continue;
    if (now.hash !== after?.hash) problems.push(`${before.path} was changed since`);
    else if (!(await images.has(before)))
      problems.push(`${before.path} was too large or too long ago to keep`);
    else wanting.push({ before, after: { ...now } });
  }
  if (problems.length === 0) return wanting;
  throw new AgentError(
    "files-changed",
    `Nothing was taken back: ${problems.join("; ")}. Move such a file away and try again, or go back without files.`,
  );
}

const kept = async (after: FileImage | undefined, images: FileImages): Promise<FileImage> => {
  const image = after ?? { path: "" };
  return image.hash && (await images.has({ ...image, kept: true })) ? { ...image, kept: true } : image;
};
