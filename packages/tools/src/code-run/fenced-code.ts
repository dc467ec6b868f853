import type { CodeType } from "./find-interpreters.js";

const LANGUAGES: Record<string, CodeType> = {
  python: "python",
  python3: "python",
  py: "python",
  bash: "bash",
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  powershell: "powershell",
  pwsh: "powershell",
  ps1: "powershell",
  javascript: "javascript",
  js: "javascript",
  node: "javascript",
  mjs: "javascript",
  cjs: "javascript",
};

interface FencedBlock {
  /** Undefined where the fence names no language. */
  type: CodeType | undefined;
  named: boolean;
  code: string;
}

/**
 * The last whole code block of a reply that fits: one in the asked language, else one that names no language.
 * Without an asked language, the last block in a language known here.
 */
export function fencedCode(
  reply: string,
  type?: CodeType,
): { type: CodeType | undefined; code: string } | undefined {
  const blocks = fencedBlocks(reply);
  return (
    blocks.findLast((block) => (type ? block.type === type : block.type !== undefined)) ??
    blocks.findLast((block) => !block.named)
  );
}

/** Fences as Markdown has them: a block ends at a fence of its own kind, at least as long as the one that began it. */
function fencedBlocks(text: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { fence: string; indent: string; language: string; lines: string[] } | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (!open) {
      const [, indent = "", fence, info = ""] = /^(\s*)(`{3,}|~{3,})\s*([^`]*)$/.exec(line) ?? [];
      if (fence) open = { fence, indent, language: info.trim().split(/\s/)[0]!.toLowerCase(), lines: [] };
    } else if (closes(line, open.fence)) {
      const type = Object.hasOwn(LANGUAGES, open.language) ? LANGUAGES[open.language] : undefined;
      blocks.push({ type, named: open.language !== "", code: open.lines.join("\n") });
      open = undefined;
    } else {
      open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    }
  }
  return blocks;
}

function closes(line: string, fence: string): boolean {
  const bar = line.trim();
  return bar.length >= fence.length && bar === fence[0]!.repeat(bar.length);
}
