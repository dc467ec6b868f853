import { profileOf } from "@genericagent/agent";
import { type FoundBrowser, findBrowsers, profileOwner } from "@genericagent/browser-cdp";
import pc from "picocolors";
import { EXIT, type ExitCode } from "../exit-code.js";
import { readPlace } from "./with-browser.js";

interface Way {
  name: string;
  for: string;
  steps: string[];
}

interface Setup {
  mode: string;
  browsers: FoundBrowser[];
  profile: string;
  /** The process that has the profile open. */
  runningPid?: number;
  ways: Way[];
}

/** `ga browser setup`: what is there, and the ways to let the agent into a browser. Changes nothing. */
export async function setupCommand({ json = false }: { json?: boolean }): Promise<ExitCode> {
  const { config, dataHome } = await readPlace();
  const profile = profileOf(config, dataHome);
  const owner = await profileOwner(profile);
  const setup: Setup = {
    mode: config.mode ?? "launch",
    browsers: findBrowsers(),
    profile,
    ...(owner && { runningPid: owner.pid }),
    ways: [ownProfile(profile), everydayBrowser, runningChrome, remotePort],
  };
  process.stdout.write(json ? `${JSON.stringify(setup)}\n` : show(setup));
  return setup.browsers.length > 0 || setup.mode !== "launch" ? EXIT.done : EXIT.failed;
}

const ownProfile = (profile: string): Way => ({
  name: "A profile of its own",
  for: "the default; nothing to set up, and your everyday browser stays apart",
  steps: [
    "ga browser open https://your.site    a window opens; log in there, once",
    "ga browser scan https://your.site    what the agent sees, logged in",
    `The profile is kept in ${profile}`,
  ],
});

const everydayBrowser: Way = {
  name: "Your everyday browser",
  for: "Chrome, Chromium or Edge with the logins you have, through an extension",
  steps: [
    "ga browser setup --extension    shows the one step by hand, and waits for the browser",
    "ga browser tabs                 your tabs",
  ],
};

const runningChrome: Way = {
  name: "The Chrome you have open",
  for: "Chrome 144 or later, with the logins you have",
  steps: [
    "In Chrome: chrome://inspect/#remote-debugging, allow it",
    'In config.json: { "browser": { "mode": "attach" } }',
    "ga browser tabs    Chrome asks you once; allow it",
  ],
};

const remotePort: Way = {
  name: "A debugging port, here or elsewhere",
  for: "a browser in a container or on another machine",
  steps: [
    "Start it with --remote-debugging-port=9222 --user-data-dir=<a folder>  (Chrome 136 and later refuse the everyday profile)",
    'In config.json: { "browser": { "mode": "attach", "endpoint": "http://127.0.0.1:9222" } }',
  ],
};

function show({ mode, browsers, profile, runningPid, ways }: Setup): string {
  const found = browsers.map(({ name, path }) => `${pc.green("✓")} ${name} at ${path}`);
  const none = `${pc.yellow("–")} no browser\n  ${pc.dim("→ Install Chrome, Chromium or Edge, or set CHROME_PATH to its program.")}`;
  const running = runningPid ? ` (open, pid ${runningPid})` : "";
  return [
    ...(found.length > 0 ? found : [none]),
    `${pc.green("✓")} mode ${mode}, profile ${profile}${running}`,
    ...ways.map((way, index) => {
      const steps = way.steps.map((step) => `   ${step}`);
      return [`\n${pc.bold(`${index + 1}. ${way.name}`)} ${pc.dim(`– ${way.for}`)}`, ...steps].join("\n");
    }),
    "",
  ].join("\n");
}
