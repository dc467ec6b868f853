import { basename, join, relative } from "node:path";
import { isOfSystem, isWithin, type Places } from "./places.js";

/** Below the home folder; a name that ends in `/` is a folder. */
const CREDENTIALS = [
  ".ssh/",
  ".gnupg/",
  ".aws/",
  ".azure/",
  ".kube/",
  ".config/gcloud/",
  ".config/gh/",
  ".password-store/",
  ".local/share/keyrings/",
  ".mozilla/",
  ".config/google-chrome/",
  ".config/chromium/",
  "Library/Keychains/",
  "Library/Application Support/Google/Chrome/",
  ".docker/config.json",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".git-credentials",
  ".config/git/credentials",
  ".cargo/credentials.toml",
  ".bash_history",
  ".zsh_history",
];
const HARMLESS_IN_SSH = /\.pub$|^known_hosts|^config$|^authorized_keys$/;
const SECRET_NAMES =
  /^(\.env(\.(?!example$|sample$|template$|dist$).+)?|id_(rsa|dsa|ecdsa|ed25519)|.+\.(pem|p12|pfx|jks|keystore|kdbx|key)|\.netrc|\.git-credentials|\.pgpass)$/;
const SECRET_SYSTEM_FILES = /^\/etc\/(shadow|gshadow|sudoers)(-|\/|$)|^\/proc\/[^/]+\/(environ|mem)$/;
const START_UP =
  /^\.(bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|config\/(autostart|systemd))(\/|$)/;

/** Why a real path must not be read unasked. */
export function dangerOfReading(path: string, { home, dataHome }: Places): string | undefined {
  const name = basename(path);
  if (dataHome && path === join(dataHome, "credentials.json")) return "a credential file";
  if (SECRET_SYSTEM_FILES.test(path)) return "a credential file";
  if (isWithin(path, join(home, ".ssh")) && HARMLESS_IN_SSH.test(name)) return undefined;
  const listed = CREDENTIALS.some((entry) =>
    entry.endsWith("/") ? isWithin(path, join(home, entry)) : path === join(home, entry),
  );
  return listed || SECRET_NAMES.test(name) ? "a credential file" : undefined;
}

/** Why a real path must not be written unasked. */
export function dangerOfWriting(path: string, places: Places): string | undefined {
  const { home, dataHome, workspace } = places;
  if (isWithin(path, join(home, ".ssh"))) return "a credential file";
  if (dangerOfReading(path, places)) return "a credential file";
  if (dataHome && isOwn(path, dataHome, workspace)) return "the agent's own settings";
  if (/[\\/]\.git([\\/]|$)/.test(path)) return "git's own files";
  if (isWithin(path, home) && START_UP.test(path.slice(home.length + 1).replaceAll("\\", "/")))
    return "a file that runs at login";
  return isOfSystem(path, places) ? "a folder of the system" : undefined;
}

/** Where the data home is the workspace too, only the files known by name are the agent's own. */
function isOwn(path: string, dataHome: string, workspace: string): boolean {
  if (!isWithin(path, dataHome) || isMemory(path, dataHome)) return false;
  const way = relative(dataHome, path).replaceAll("\\", "/");
  return (
    !isWithin(workspace, dataHome) ||
    /^(config|credentials|permissions)\.json$|^memory\/L4_raw_sessions(\/|$)/.test(way)
  );
}

/** The memory may be written; the journals in it and everything else of the data home belong to the host. */
export const isMemory = (path: string, dataHome: string): boolean =>
  isWithin(path, join(dataHome, "memory")) && !isWithin(path, join(dataHome, "memory", "L4_raw_sessions"));
