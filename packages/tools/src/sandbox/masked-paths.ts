import { readdir, realpath } from "node:fs/promises";
import { homedir, userInfo } from "node:os";
import { dirname, join } from "node:path";
import type { SandboxPolicy } from "./sandbox.js";

/** Keys, tokens, passwords, and what browsers know about their user; below the home folder. */
const IN_HOME = [
  ...[".ssh", ".gnupg", ".aws", ".azure", ".kube", ".docker", ".oci", ".config/gcloud", ".config/gh"],
  ...[".config/glab-cli", ".config/op", ".config/rclone", ".config/doctl", ".config/hub", ".config/sops"],
  ...[".netrc", "_netrc", ".npmrc", ".yarnrc.yml", ".pypirc", ".git-credentials", ".config/git/credentials"],
  ...[".pgpass", ".my.cnf", ".vault-token", ".terraform.d", ".cargo/credentials.toml", ".gem/credentials"],
  ...[".password-store", ".local/share/keyrings", ".local/share/kwalletd", "Library/Keychains"],
  ...[".mozilla", ".thunderbird", ".config/google-chrome", ".config/chromium", ".config/microsoft-edge"],
  ...[".config/BraveSoftware", "Library/Application Support/Google/Chrome", "Library/Cookies"],
];
const OF_SYSTEM = [
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/sudoers", "/etc/sudoers.d"],
  ...["/etc/ssl/private", "/etc/krb5.keytab", "/etc/NetworkManager/system-connections", "/etc/wireguard"],
];
/** Through these a command could ask a service outside to do what it may not do itself. */
const SOCKETS = [
  ...["/run/user", "/run/dbus", "/run/systemd/private", "/run/docker.sock", "/run/containerd", "/run/podman"],
  ...["/run/crio", "/run/libvirt", "/run/lxd.socket", "/run/snapd.socket", "/run/snapd-snap.socket"],
];

/** Places that exist and that no command behind a wall may read, as real paths. */
export async function maskedPaths(
  { writable, masked = [] }: SandboxPolicy,
  env: NodeJS.ProcessEnv,
): Promise<string[]> {
  const home = homedir();
  const candidates = [
    ...OF_SYSTEM,
    ...SOCKETS,
    ...(await hostKeys()),
    ...(await otherHomes([home, accountHome()])),
    ...IN_HOME.map((path) => join(home, path)),
    ...dataHomes(writable, home, env).map((folder) => join(folder, "credentials.json")),
    ...(env.SSH_AUTH_SOCK ? [env.SSH_AUTH_SOCK] : []),
    ...masked,
  ];
  const real = await Promise.all(candidates.map((path) => realpath(path).catch(() => undefined)));
  return [...new Set(real.filter((path) => path !== undefined))];
}

/** Where the agent may keep its own keys: the variable, a folder above, or the user's data folder. */
function dataHomes(writable: readonly string[], home: string, env: NodeJS.ProcessEnv): string[] {
  return [
    ...(env.GA_HOME ? [env.GA_HOME] : []),
    ...[...writable.flatMap(withParents), home].map((folder) => join(folder, ".genericagent")),
    join(env.XDG_DATA_HOME ?? join(home, ".local", "share"), "genericagent"),
    join(home, "Library", "Application Support", "genericagent"),
  ];
}

function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

/** `HOME` may name another folder; a container may have a user of whom nothing is known. */
function accountHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return "";
  }
}

const hostKeys = async (): Promise<string[]> => {
  const names = await readdir("/etc/ssh").catch(() => []);
  return names.filter((name) => /^ssh_host_.*_key$/.test(name)).map((name) => join("/etc/ssh", name));
};

/** Lies among the home folders, but is where Homebrew keeps its programs on Linux. */
const NO_HOME = "/home/linuxbrew";

/** The home folders of everybody else, that of root among them. */
async function otherHomes(own: readonly string[]): Promise<string[]> {
  const names = await readdir("/home").catch(() => []);
  const homes = ["/root", ...names.map((name) => join("/home", name))];
  return homes.filter((path) => path !== NO_HOME && !own.includes(path));
}
