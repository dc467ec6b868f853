import type { Script, ScriptType } from "./code-block.js";
import { type CodePiece, scanCode } from "./scan-code.js";

/** A concrete value and the parameter that takes its place. */
export interface Replacement {
  value: string;
  parameter: string;
  isNumber: boolean;
  /** The value may be a part of a longer word, as the stem of a file's name is. */
  isPart?: boolean;
}

export interface Parametrized {
  code: string;
  /** Parameters whose value stands in this code and was replaced at every place. */
  used: string[];
  /** Values that stand where no parameter can be read; the code keeps them, so they are no parameters. */
  fixed: string[];
}

/** Name under which a script finds its parameters. */
const OBJECT = "skill_params";
export const PARAMS_VARIABLE = "SKILL_PARAMS";
/** What a shell script reads one parameter from. */
export const shellVariable = (parameter: string): string => `SKILL_${parameter.toUpperCase()}`;

/**
 * Puts parameters in the place of concrete values. They are read from the environment when the code runs, so that
 * no value ever becomes code. A value is replaced everywhere or nowhere.
 */
export function parametrizeCode(script: Script, replacements: readonly Replacement[]): Parametrized {
  const pieces = scanCode(script);
  const edits: Edit[] = [];
  const result: Parametrized = { code: script.code, used: [], fixed: [] };
  // Longer values first: a name must not be cut out of a path.
  for (const each of [...replacements].sort((a, b) => b.value.length - a.value.length)) {
    const places = placesOf(script, pieces, each).filter(({ start, end }) => !overlaps(edits, start, end));
    if (places.length === 0) continue;
    const found = places.map((place) => editAt(script, place, each));
    if (found.every((edit) => edit !== undefined)) {
      edits.push(...found);
      result.used.push(each.parameter);
    } else result.fixed.push(each.value);
  }
  if (result.used.length === 0) return result;
  let code = script.code;
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start))
    code = code.slice(0, start) + text + code.slice(end);
  return { ...result, code: withParameters(script.type, code) };
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

interface Place {
  piece: CodePiece;
  start: number;
  end: number;
}

const overlaps = (edits: readonly Edit[], start: number, end: number): boolean =>
  edits.some((edit) => start < edit.end && edit.start < end);

/** Where the value stands as a word of its own. Numbers count outside of texts, everything else in them. */
function placesOf({ type, code }: Script, pieces: readonly CodePiece[], replacement: Replacement): Place[] {
  const { value, isNumber, isPart } = replacement;
  const [before, after] = isPart
    ? ["[\\p{L}\\p{N}]", "[\\p{L}\\p{N}]"]
    : ["[\\p{L}\\p{N}_.@-]", "[\\p{L}\\p{N}_@-]|\\.\\w"];
  const word = new RegExp(`(?<!${before})${escaped(value)}(?!${after})`, "gu");
  const isShell = type === "bash" || type === "powershell";
  return pieces
    .filter(({ kind }) => kind !== "comment" && (kind !== "bare" || isNumber || isShell))
    .flatMap((piece) =>
      [...code.slice(piece.start, piece.end).matchAll(word)].map(({ index }) => ({
        piece,
        start: piece.start + index,
        end: piece.start + index + value.length,
      })),
    );
}

function editAt(script: Script, place: Place, replacement: Replacement): Edit | undefined {
  if (script.type === "bash") return editShell(script.code, place, replacement);
  if (script.type === "powershell") return editPowershell(place, replacement);
  return editProgram(script, place, replacement);
}

/** JavaScript and Python. */
function editProgram(
  { type, code }: Script,
  { piece, start, end }: Place,
  { parameter }: Replacement,
): Edit | undefined {
  const read = type === "python" ? `${OBJECT}["${parameter}"]` : `${OBJECT}.${parameter}`;
  if (piece.kind === "bare") return { start, end, text: read };
  if (/[bB]/.test(piece.prefix)) return undefined;
  if (piece.kind === "template") {
    const inner = piece.quote[0] === '"' ? "'" : '"';
    return {
      start,
      end,
      text: type === "python" ? `{${OBJECT}[${inner}${parameter}${inner}]}` : `\${${read}}`,
    };
  }
  const from = piece.start - piece.quote.length - piece.prefix.length;
  const to = piece.end + piece.quote.length;
  if (isBesideText(code, from, to) || isModuleName(code, from)) return undefined;
  const isWhole = start === piece.start && end === piece.end;
  if (isWhole) return { start: from, end: to, text: isKey(code, from, to) ? keyOf(type, read) : read };
  // What follows would bind to the last piece alone.
  const binds = /^\s*[.%[]/.test(code.slice(to));
  if (binds || isKey(code, from, to) || piece.quote.length > 1) return undefined;
  const { quote, prefix } = piece;
  // One edit for each value in the text: the text is cut open around it and joined again.
  const value = type === "python" ? `str(${read})` : read;
  return { start, end, text: `${quote} + ${value} + ${prefix}${quote}` };
}

const keyOf = (type: ScriptType, read: string): string => (type === "python" ? read : `[${read}]`);

const isKey = (code: string, from: number, to: number): boolean =>
  /^\s*:/.test(code.slice(to)) && /[{,]\s*$/.test(code.slice(0, from));

/** Python joins texts that stand side by side, but not a text and a variable. */
const isBesideText = (code: string, from: number, to: number): boolean =>
  /["'][ \t]*\n?[ \t]*$/.test(code.slice(Math.max(0, from - 80), from)) ||
  /^[ \t]*\n?[ \t]*[rbufRBUF]?["']/.test(code.slice(to, to + 80));

const isModuleName = (code: string, from: number): boolean =>
  /(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*$/.test(code.slice(Math.max(0, from - 40), from));

/** Programs that read code from an argument: a value put into it would become code. */
const READS_CODE =
  /\b(?:sed|awk|gawk|perl|python[\d.]*|node|ruby|jq|eval|bash|sh|zsh|xargs|psql|sqlite3|mysql)\b/;

function editShell(code: string, { piece, start, end }: Place, { parameter }: Replacement): Edit | undefined {
  const read = `\${${shellVariable(parameter)}}`;
  if (piece.kind === "bare") {
    if (code[end] === "(" || code[end] === "=") return undefined;
    return { start, end, text: `"${read}"` };
  }
  const isWhole = start === piece.start && end === piece.end;
  if (isWhole && piece.quote === "'" && !piece.prefix)
    return { start: start - 1, end: end + 1, text: `"${read}"` };
  if (piece.quote === '"' && (isWhole || !readsCode(code, piece.start))) return { start, end, text: read };
  if (piece.quote === "<<" && !readsCode(code, piece.start - 2)) return { start, end, text: read };
  return undefined;
}

function readsCode(code: string, at: number): boolean {
  const line = code.slice(code.lastIndexOf("\n", at) + 1, at);
  return READS_CODE.test(line.slice(Math.max(line.lastIndexOf("|"), line.lastIndexOf(";")) + 1));
}

function editPowershell({ piece, start, end }: Place, { parameter }: Replacement): Edit | undefined {
  const read = `$(${`$${OBJECT}`}.${parameter})`;
  if (piece.quote === '"') return { start, end, text: read };
  const isWhole = start === piece.start && end === piece.end;
  if (piece.quote === "'" && isWhole) return { start: start - 1, end: end + 1, text: read };
  return undefined;
}

/** The line that reads the parameters; a shell script needs none. */
function withParameters(type: ScriptType, code: string): string {
  if (type === "javascript") return `const ${OBJECT} = JSON.parse(process.env.${PARAMS_VARIABLE});\n${code}`;
  if (type === "powershell") return `$${OBJECT} = $env:${PARAMS_VARIABLE} | ConvertFrom-Json\n${code}`;
  if (type === "bash") return code;
  const line = `import json as _json, os as _os\n${OBJECT} = _json.loads(_os.environ["${PARAMS_VARIABLE}"])\n`;
  // Imports of `__future__` must come first.
  const [future = ""] = /^(?:[^\n]*\n)*?from __future__ import [^\n]*\n/.exec(code) ?? [];
  return future + line + code.slice(future.length);
}

const escaped = (value: string): string => value.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
