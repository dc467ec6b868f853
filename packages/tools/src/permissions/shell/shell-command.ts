/** One word of a command, as far as it is known before it runs. */
export interface ShellWord {
  /** As written. */
  text: string;
  /** Without quotes; `undefined` where an expansion decides. */
  value: string | undefined;
  /** `value` holds wildcards that were not quoted. */
  glob: boolean;
}

export interface ShellRedirect {
  operator: string;
  target: ShellWord;
}

/** Where a command may start: several folders where a `cd` may have failed, `undefined` where nobody knows. */
export type Folders = readonly string[] | undefined;

/** One simple command, taken out of whatever it stood in. */
export interface ShellCommand {
  /** The program and its arguments; empty for a mere assignment or redirection. */
  words: readonly ShellWord[];
  /** Names of the variables set for it. */
  assignments: readonly string[];
  redirects: readonly ShellRedirect[];
  folders: Folders;
  /** Its here-document or here-string; the text is `undefined` where an expansion is in it. */
  input?: { text: string | undefined };
  /** Commands whose output reaches it: those before it in its pipeline. */
  feeders: readonly ShellCommand[];
  /** Commands inside of its words: substitutions. */
  inner: readonly ShellCommand[];
  /** A program such as `env` or `xargs` starts it. */
  wrapped?: true;
  /** It runs as another user. */
  elevated?: true;
}

export const wordOf = (value: string): ShellWord => ({ text: value, value, glob: false });

export const UNKNOWN_WORD: ShellWord = { text: "…", value: undefined, glob: false };

/** The program's name without its folder, where it is known. */
export const programOf = ({ words }: ShellCommand): string | undefined =>
  words[0]?.value?.replace(/^.*[\\/]/, "").replace(/\.exe$/i, "");

/** The command as one line of its words. */
export const lineOf = ({ words, elevated }: ShellCommand): string =>
  [
    ...(elevated ? ["sudo"] : []),
    ...words.map(({ value, text }) => (value === undefined ? text : quote(value))),
  ].join(" ");

const quote = (value: string): string =>
  /^[\w@%+=:,./~*?[\]{}!^#-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
