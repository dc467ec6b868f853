/** How the agent gets a browser: `browser` in `config.json`. */
export interface BrowserConfig {
  /**
   * `launch` (the default): a browser with a profile of its own. `attach`: one that runs already and allows debugging.
   * `bridge`: the user's own, through the extension. `off`: none.
   */
  mode?: "launch" | "attach" | "bridge" | "off";
  /** For `attach`: a port, `http://host:9222`, `ws://…`. Default: a running Chrome that allows it. */
  endpoint?: string;
  /** For `launch`: the browser's program. Default: the first that is found. */
  path?: string;
  /** For `launch`. Default: only where there is no display. */
  headless?: boolean;
  /** For `launch`: the folder of the profile. Default: `browser/profile` in the data home. */
  profile?: string;
}
