// Installs the system packages that some tests need, where this can be done without asking: on a Debian as root, and
// where `CI` is set by sudo.
// Elsewhere it names what is missing; the tests that need it then fail and say so too.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Any one of the programs, or of the files, shows that the package is there. */
const NEEDED = [
  { programs: ["bwrap"], debian: ["bubblewrap"], why: "the sandbox of code_run" },
  { programs: ["rg"], debian: ["ripgrep"], why: "the sandbox runtime" },
  { programs: ["socat"], debian: ["socat"], why: "the sandbox runtime" },
  {
    programs: ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"],
    debian: ["chromium"],
    why: "pages and the browser drivers",
  },
  { programs: ["Xvfb"], debian: ["xvfb"], why: "the desktop" },
  { programs: ["openbox"], debian: ["openbox"], why: "the desktop" },
  { programs: ["dbus-daemon"], debian: ["dbus"], why: "the desktop" },
  { programs: ["wmctrl"], debian: ["wmctrl"], why: "the desktop" },
  { programs: ["xprop"], debian: ["x11-utils"], why: "the desktop" },
  { programs: ["xclip"], debian: ["xclip"], why: "the desktop" },
  { programs: ["adb"], debian: ["adb"], why: "Android devices" },
  { files: ["/usr/libexec/at-spi-bus-launcher"], debian: ["at-spi2-core"], why: "the desktop" },
  { files: ["/usr/lib/python3/dist-packages/gi/__init__.py"], debian: ["python3-gi"], why: "the desktop" },
  {
    files: ["x86_64", "aarch64"].map((cpu) => `/usr/lib/${cpu}-linux-gnu/girepository-1.0/Gtk-3.0.typelib`),
    debian: ["gir1.2-gtk-3.0"],
    why: "the desktop",
  },
  {
    files: ["/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"],
    debian: ["fonts-noto-cjk"],
    why: "the desktop and OCR",
  },
];

const isRoot = process.getuid?.() === 0;

if (process.platform === "linux") {
  const missing = NEEDED.filter((need) => !isThere(need));
  const canInstall = isOnPath("apt-get") && (isRoot || canSudo());
  if (missing.length > 0 && canInstall) install(missing.flatMap(({ debian }) => debian));
  for (const need of missing)
    if (!isThere(need))
      console.warn(`Missing ${need.debian.join(", ")}: tests of ${need.why} will fail. Install it.`);
}

function canSudo() {
  return process.env.CI && spawnSync("sudo", ["-n", "true"], { timeout: 10_000 }).status === 0;
}

function isThere({ programs = [], files = [] }) {
  return programs.some(isOnPath) || files.some((path) => existsSync(path));
}

function isOnPath(program) {
  return (process.env.PATH ?? "").split(delimiter).some((dir) => {
    try {
      accessSync(join(dir, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Together, which is fastest; what is missing then, because one package cannot be had, one by one. */
function install(packages) {
  console.log(`Installing ${packages.join(", ")}`);
  apt("update", "-qq");
  if (apt("install", ...packages) === 0) return;
  for (const name of packages) apt("install", name);
}

/** Waits for another apt that is at work, tries a download again, and never for ever. */
function apt(command, ...args) {
  const patience = [
    "-o",
    "DPkg::Lock::Timeout=120",
    "-o",
    "Acquire::Retries=3",
    "-o",
    "Acquire::http::Timeout=30",
  ];
  const quietly = command === "install" ? ["-y", "-qq", "--no-install-recommends"] : [];
  const words = [
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    "apt-get",
    ...patience,
    command,
    ...quietly,
    ...args,
  ];
  const [program, ...rest] = isRoot ? words : ["sudo", "-n", ...words];
  const { status } = spawnSync(program, rest, {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 600_000,
  });
  return status;
}
