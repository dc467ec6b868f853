import type { Script } from "./code-block.js";

/** What a script does to the world, as far as its text shows. */
export interface CodeEffects {
  /** It writes, sends or installs something; without that it only looks. */
  acts: boolean;
  /** It ends with an error when something is wrong, so it can serve as a check. */
  judges: boolean;
}

const ACTS: Record<Script["type"], RegExp> = {
  javascript:
    /\b(?:writeFile|appendFile|createWriteStream|mkdir|rename|copyFile|cp|rm|unlink|symlink|truncate|chmod)(?:Sync)?\s*\(|\bmethod:\s*["'](?:POST|PUT|PATCH|DELETE)|\bchild_process\b|\bexeca\b/,
  python:
    /\bopen\([^)]*["'][wax]b?\+?["']|\.write_(?:text|bytes)\(|\.(?:to_csv|to_excel|to_json|to_parquet|savefig|save|mkdir|rename|unlink|touch)\(|\b(?:os\.(?:makedirs|mkdir|rename|replace|remove|system)|shutil\.\w+|subprocess\.\w+|requests\.(?:post|put|patch|delete)|json\.dump)\(/,
  bash: /(?<![0-9&<>])>{1,2}\s*(?!\s*(?:\/dev\/null|&))[^\s&]|\b(?:tee|cp|mv|rm|mkdir|touch|ln|chmod|tar|unzip|zip|install|patch|dd|sed\s+-i|git\s+(?:add|commit|push|checkout|clone|init)|curl\s[^|\n]*(?:-X|-d|-o|-O|--data)|wget|npm\s+(?:i|install)|pip3?\s+install|apt(?:-get)?\s+install)\b/,
  powershell:
    /\b(?:Set-Content|Add-Content|Out-File|New-Item|Copy-Item|Move-Item|Remove-Item|Export-Csv|Invoke-WebRequest)\b|>\s*[^\s&]/i,
};

const JUDGES: Record<Script["type"], RegExp> = {
  javascript: /\bassert\b|process\.exit(?:Code\s*=|\()|\bthrow\s/,
  python: /\bassert\b|\bsys\.exit\(|\braise\s/,
  bash: /\bexit\s+[1-9$]|\btest\s|\[\[?\s|\bdiff\b|\bcmp\b|\bgrep\s+-q|\bset -e/,
  powershell: /\bexit\s+[1-9$]|\bthrow\b/i,
};

export const codeEffects = ({ type, code }: Script): CodeEffects => ({
  acts: ACTS[type].test(code),
  judges: JUDGES[type].test(code),
});

/** Calls that write a file: the path, or a name that the path was given, stands among what they are called with. */
const WRITE_CALLS =
  /(?:writeFile|appendFile|createWriteStream)(?:Sync)?\s*\(([^,)\n]+)|\bopen\(([^,)\n]+),\s*(?:mode\s*=\s*)?["'][wax]|\.(?:to_csv|to_excel|to_json|savefig|save)\(([^,)\n]+)|\bPath\(([^)\n]+)\)\.write_(?:text|bytes)|(?<![0-9&<>])>{1,2}\s*([^\s&;|]+)|\btee\s+(?:-a\s+)?([^\s;|&]+)|\b(?:cp|mv)\s+\S+\s+([^\s;|&]+)|\s-o\s+([^\s;|&]+)|(?:Set-Content|Out-File|Export-Csv)\s+(?:-\w+\s+)?([^\s;|]+)/g;

/** Whether the script writes to this path. */
export function writesTo({ code }: Script, path: string): boolean {
  const targets = [...code.matchAll(WRITE_CALLS)].map(
    (match) => match.slice(1).find((group) => group !== undefined)!,
  );
  return targets.some((target) => {
    if (target.includes(path)) return true;
    const name = /^\$?\{?([A-Za-z_]\w*)\}?$/.exec(target.trim().replace(/^"|"$/g, ""))?.[1];
    return name !== undefined && givenTo(code, name).includes(path);
  });
}

/** The line that gives a variable its value. */
const givenTo = (code: string, name: string): string =>
  new RegExp(`(?:^|[\\s;({,])\\$?${name}\\s*=(?!=)[^\\n;]*`, "m").exec(code)?.[0] ?? "";

/** Packages that the scripts need from outside of their language. */
export function dependenciesOf(scripts: readonly Script[]): string[] {
  const names = scripts.flatMap(({ type, code }) => {
    if (type === "python")
      return [...code.matchAll(/^\s*(?:import|from)\s+([A-Za-z_]\w*)/gm)]
        .map(([, name]) => name!)
        .filter((name) => !PYTHON_STANDARD.has(name))
        .map((name) => `python: ${name}`);
    if (type === "javascript")
      return [...code.matchAll(/(?:require\(|from\s+|import\()\s*["']([^"'./][^"']*)["']/g)]
        .map(([, name]) => name!)
        .filter((name) => !name.startsWith("node:") && !NODE_BUILT_IN.has(name.split("/")[0]!))
        .map((name) => `npm: ${name}`);
    if (type === "bash")
      return [...code.matchAll(/(?:^|[|;&(]\s*)([a-z][\w.-]*)(?=\s|$)/gm)]
        .map(([, name]) => name!)
        .filter((name) => SHELL_PROGRAMS.has(name))
        .map((name) => `program: ${name}`);
    return [];
  });
  return [...new Set(names)].sort();
}

const words = (list: string): Set<string> => new Set(list.split(" "));
const PYTHON_STANDARD = words(
  "__future__ abc argparse array ast asyncio base64 bisect calendar collections configparser contextlib copy csv datetime decimal difflib email enum fnmatch fractions functools getpass glob gzip hashlib heapq hmac html http importlib inspect io itertools json locale logging math mimetypes operator os pathlib pickle platform pprint queue random re secrets shlex shutil signal socket sqlite3 statistics string struct subprocess sys tarfile tempfile textwrap threading time traceback types typing unicodedata unittest urllib uuid warnings weakref xml zipfile zlib zoneinfo",
);
const NODE_BUILT_IN = words(
  "assert buffer child_process crypto dns events fs http https module net os path perf_hooks process querystring readline stream string_decoder timers tls url util v8 vm worker_threads zlib",
);
const SHELL_PROGRAMS = words(
  "curl wget jq git ffmpeg convert magick python3 python node npm psql sqlite3 mysql docker kubectl rsync ssh pandoc xmllint yq pdftotext unzip zip tar make gcc go cargo java adb",
);
