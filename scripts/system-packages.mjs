// Installs the system packages that some tests need, where this can be done without asking: as root on a Debian.
// Elsewhere it names what is missing; the tests that need it then fail and say so too.
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const NEEDED = [{ programs: ["bwrap"], debian: "bubblewrap", why: "the sandbox of code_run" }];

if (process.platform === "linux") {
  const missing = NEEDED.filter(({ programs }) => !programs.some(isOnPath));
  const canInstall = process.getuid?.() === 0 && isOnPath("apt-get");
  if (missing.length > 0 && canInstall) install(missing.map(({ debian }) => debian));
  for (const { programs, debian, why } of missing)
    if (!programs.some(isOnPath)) console.warn(`Missing ${debian}: tests of ${why} will fail. Install it.`);
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

function install(packages) {
  const apt = (...args) =>
    spawnSync("apt-get", args, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  console.log(`Installing ${packages.join(", ")}`);
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}
