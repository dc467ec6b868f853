/** What a person does by hand, once: browsers let no program install an extension. */
export interface SetupStep {
  title: string;
  detail: string;
}

/** The manual step in three moves; `browser` is the one that the user has. */
export function setupSteps(folder: string, browser: "chrome" | "chromium" | "edge" = "chrome"): SetupStep[] {
  const page = browser === "edge" ? "edge://extensions" : "chrome://extensions";
  return [
    { title: `Open ${page}`, detail: "Type it into the address bar: browsers do not follow links to it." },
    {
      title: "Switch on “Developer mode”",
      detail: browser === "edge" ? "At the left of that page." : "At the top right of that page.",
    },
    {
      title: "Press “Load unpacked” and choose this folder",
      detail: folder,
    },
  ];
}
