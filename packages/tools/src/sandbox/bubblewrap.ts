import { lstat, realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { isInside } from "../files/is-inside.js";
import { emptyFile } from "./empty-file.js";
import { maskedPaths } from "./masked-paths.js";
import type { Sandbox, SandboxPolicy } from "./sandbox.js";

/** Root keeps what it needs to work on the files of others in the workspace, and nothing that could undo the wall. */
const ROOT_CAPABILITIES = ["CAP_DAC_OVERRIDE", "CAP_FOWNER", "CAP_CHOWN"];
/** Written by a command, these would run later outside the wall. */
const FIXED = [".genericagent", ".git/hooks"];

/**
 * Linux namespaces by bubblewrap: the writable folders as they are, everything else read-only, secrets masked, an
 * empty `/tmp`, own devices and processes. When the command ends, so does everything it started.
 *
 * @param bwrap path of the program, as `detectSandbox` found it
 */
export function bubblewrap(bwrap: string, policy: SandboxPolicy): Sandbox {
  const network = policy.network ?? true;
  return {
    name: "bubblewrap",
    endsWithCommand: true,
    rules: `sandbox: only ${policy.writable.join(", ")} can be written; /tmp and background processes end with each call${network ? "" : "; no network"}`,
    async wrap({ command, args, cwd, env }, needed) {
      const walls = [
        ...["--die-with-parent", "--unshare-pid", "--unshare-ipc"],
        ...(network ? [] : ["--unshare-net"]),
        ...["--cap-drop", "ALL"],
        ...(process.getuid?.() === 0 ? ROOT_CAPABILITIES.flatMap((name) => ["--cap-add", name]) : []),
        ...(await mounts(policy, cwd, env, needed)),
        ...["--chdir", await realpath(cwd)],
      ];
      return {
        command: bwrap,
        args: [...walls, "--", command, ...args],
        cwd: "/",
        env: { ...env, ...CACHE_FOLDERS },
        dispose: async () => {},
      };
    },
  };
}

/** Later mounts cover earlier ones, so each group may reopen or close a part of the one before. */
async function mounts(
  policy: SandboxPolicy,
  cwd: string,
  env: NodeJS.ProcessEnv,
  needed: readonly string[],
): Promise<string[]> {
  const writable = await existing(policy.writable);
  const [broad, narrow] = await split(writable, async (path) => isInside("/tmp", [path]));
  const [inside, outside] = await split(await maskedPaths(policy, env), (path) => isInside(path, writable));
  const ownFixed = writable.flatMap((folder) => FIXED.map((name) => join(folder, name)));
  const fixed = await existing([...ownFixed, ...(policy.fixed ?? [])]);
  const held = fixed.flatMap((path) => foldersAbove(path, writable));
  const isHidden = (await isInside(cwd, ["/tmp"])) && !(await isInside(cwd, writable));
  const reopened = await existing([...(isHidden ? [cwd] : []), ...needed]);
  const hidden = outside.filter((path) => !path.startsWith("/tmp/"));
  return [
    ...["--ro-bind", "/", "/", ...binds("--bind", broad)],
    ...["--dev", "/dev", "--proc", "/proc", ...(broad.length > 0 ? [] : ["--tmpfs", "/tmp"])],
    ...(await masks(hidden)),
    ...binds("--ro-bind", reopened),
    ...binds("--bind", narrow),
    ...binds("--bind", [...new Set(held)]),
    ...binds("--ro-bind", fixed),
    ...(await masks(inside)),
  ];
}

/** A fixed place moves with a folder above it, unless that is a mount of its own: those cannot be renamed. */
function foldersAbove(path: string, writable: readonly string[]): string[] {
  const root = writable.find((folder) => path.startsWith(`${folder}${sep}`));
  if (root === undefined) return [];
  const names = path.slice(root.length + 1).split(sep);
  return names.slice(0, -1).map((_, index) => join(root, ...names.slice(0, index + 1)));
}

const binds = (kind: string, paths: readonly string[]): string[] =>
  paths.flatMap((path) => [kind, path, path]);

/** An empty folder in place of a folder, an empty file in place of anything else. */
async function masks(paths: readonly string[]): Promise<string[]> {
  const stats = await Promise.all(paths.map((path) => lstat(path)));
  return paths.flatMap((path, index) =>
    stats[index]!.isDirectory() ? ["--tmpfs", path] : ["--ro-bind", emptyFile(), path],
  );
}

async function split(
  paths: readonly string[],
  belongs: (path: string) => Promise<boolean>,
): Promise<[string[], string[]]> {
  const verdicts = await Promise.all(paths.map(belongs));
  return [paths.filter((_, index) => verdicts[index]), paths.filter((_, index) => !verdicts[index])];
}

async function existing(paths: readonly string[]): Promise<string[]> {
  const real = await Promise.all(paths.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(real.filter((path) => path !== undefined))];
}

/** The usual places lie in the home folder, which cannot be written. */
const CACHE_FOLDERS = { XDG_CACHE_HOME: "/tmp/.cache", npm_config_cache: "/tmp/.cache/npm", TMPDIR: "/tmp" };
