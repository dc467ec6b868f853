import {
  elementOf,
  joinFrames,
  type PageScanOptions,
  type PageScanResult,
  ScanError,
  type ScanResult,
  scanPage,
} from "@genericagent/simphtml";
import { revealClosedRoots } from "./closed-roots.js";
import type { Frame, RunOptions } from "./frame.js";
import type { FrameTree } from "./frame-tree.js";

const SCAN_TIMEOUT_MS = 30_000;
const MAX_FRAMES = 20;
const MAX_DEPTH = 3;
/** What the page itself keeps of a budget that its frames need too. */
const OUTER_SHARE = 0.7;

/** The view of a page with those of its frames in their places, all within the one budget. */
export async function scanFrames(
  tree: FrameTree,
  options: PageScanOptions,
  run: RunOptions = {},
): Promise<PageScanResult> {
  const until = Date.now() + (run.timeoutMs ?? SCAN_TIMEOUT_MS);
  const { signal } = run;
  // Each step gets what is left of the time.
  const limits: RunOptions = {
    get timeoutMs() {
      return Math.max(1, until - Date.now());
    },
    ...(signal && { signal }),
  };
  const region = options.region?.trim();
  const inFrame = region ? tree.frameOfHandle(region) : undefined;
  const start = inFrame ?? tree.main;
  const handle = region && /^e[a-z]\d/.test(region) ? region.slice(1) : region;
  try {
    return await scanFrame(tree, start, { ...options, ...(handle && { region: handle }) }, limits, 0);
  } finally {
    start.releaseObjects();
  }
}

async function scanFrame(
  tree: FrameTree,
  frame: Frame,
  options: PageScanOptions,
  run: RunOptions,
  depth: number,
): Promise<PageScanResult> {
  await frame.run(`simphtml.usePrefix(${JSON.stringify(tree.prefixOf(frame))})`, run);
  await revealClosedRoots(frame, run).catch(() => {});
  const whole = await scanOne(frame, options, run);
  if (whole.frames.length === 0 || depth >= MAX_DEPTH) return whole;

  const frames = await readable(tree, frame, whole);
  if (frames.length === 0) return whole;
  const outer = leavesRoom(whole, options) ? whole : await scanOne(frame, shareOf(options, OUTER_SHARE), run);
  const inner: Record<string, ScanResult> = {};
  let left = leftOf(options, outer);
  for (const [index, { handle, child }] of frames.entries()) {
    const { diff: _, region: __, keep: ___, ...rest } = options;
    const part = {
      ...rest,
      ...(options.keep && { keep: options.keep }),
      ...shareOf(left, 1 / (frames.length - index)),
    };
    const view = await scanFrame(tree, child, part, run, depth + 1).catch(() => undefined);
    if (!view) continue;
    inner[handle] = view;
    left = leftOf(left, view);
  }
  return { ...outer, ...joinFrames(outer, inner) };
}

interface Answer {
  found?: PageScanResult;
  code?: ScanError["code"];
  message?: string;
}

/** Mistakes in the options come back as values, with their codes. */
async function scanOne(frame: Frame, options: PageScanOptions, run: RunOptions): Promise<PageScanResult> {
  const expression = `(() => { try { return { found: ${scanPage(options)} }; } catch (error) { if (error.name !== "ScanError") throw error; return { code: error.code, message: error.message }; } })()`;
  const { found, code, message } = await frame.run<Answer>(expression, run);
  if (found) return found;
  throw new ScanError(code ?? "bad-option", message ?? "The page could not be scanned.");
}

async function readable(tree: FrameTree, frame: Frame, { frames }: ScanResult) {
  const found = await Promise.all(
    frames.slice(0, MAX_FRAMES).map(async ({ handle }) => {
      const objectId = await frame.reference(elementOf(handle)).catch(() => undefined);
      const child = objectId && (await tree.frameOf(frame, objectId).catch(() => undefined));
      return child ? [{ handle, child }] : [];
    }),
  );
  return found.flat();
}

type Limits = Pick<PageScanOptions, "budgetTokens" | "maxChars">;

const leavesRoom = (
  { tokens, text }: ScanResult,
  { budgetTokens = Infinity, maxChars = Infinity }: Limits,
): boolean => tokens <= budgetTokens * OUTER_SHARE && text.length <= maxChars * OUTER_SHARE;

function shareOf<T extends Limits>(options: T, share: number): T {
  const { budgetTokens, maxChars } = options;
  return {
    ...options,
    ...(budgetTokens !== undefined && { budgetTokens: Math.max(1, Math.floor(budgetTokens * share)) }),
    ...(maxChars !== undefined && { maxChars: Math.max(1, Math.floor(maxChars * share)) }),
  };
}

const leftOf = ({ budgetTokens, maxChars }: Limits, { tokens, text }: ScanResult): Limits => ({
  ...(budgetTokens !== undefined && { budgetTokens: budgetTokens - tokens }),
  ...(maxChars !== undefined && { maxChars: maxChars - text.length - 1 }),
});
