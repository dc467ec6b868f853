import type { Command } from "commander";
import { EXIT, type ExitCode } from "../exit-code.js";
import type { JsonFlag, ScanFlags } from "./browser-commands.js";
import type { ExtensionFlags } from "./setup-extension.js";

/** `ga browser …`. The code of each is loaded when it is called. */
export function addBrowserCommands(
  program: Command,
  setCode: (code: ExitCode) => void,
  parseCount: (value: string) => number,
): void {
  const browser = program
    .command("browser")
    .description("look at pages as the agent does, and let it into your browser")
    .action(() => {
      browser.outputHelp();
      setCode(EXIT.badUsage);
    });
  const commands = () => import("./browser-commands.js");

  browser
    .command("setup")
    .description("show what browsers there are, and the ways to let the agent in")
    .option("--extension", "let it into your everyday browser, through an extension")
    .option("--folder <path>", "where the extension goes; your browser loads it from there")
    .option("--json", "print it as JSON")
    .action(async (flags: JsonFlag & ExtensionFlags) => {
      const { setupCommand } = await import("./setup-command.js");
      const { setupExtension } = await import("./setup-extension.js");
      setCode(await (flags.extension ? setupExtension(flags) : setupCommand(flags)));
    });
  browser
    .command("tabs")
    .description("list the tabs of the running browser")
    .option("--json", "print the list as JSON")
    .action(async (flags: JsonFlag) => setCode(await (await commands()).tabsCommand(flags)));
  browser
    .command("open")
    .description("open a page in the agent's browser, for example to log in")
    .argument("<url>")
    .option("--json", "print title and address as JSON")
    .action(async (url: string, flags: JsonFlag) =>
      setCode(await (await commands()).openCommand(url, flags)),
    );
  browser
    .command("scan")
    .description("print the view of a page that a model gets")
    .argument("[url]", "the tab in front when missing")
    .option("--html <file>", "write the view beside a picture of the page, with all that was left out")
    .option("--text", "only what is written, no controls")
    .option("--behind", "also what an overlay covers")
    .option("--keep <css...>", "show these although they are hidden")
    .option("--region <handle|css>", "only this part")
    .option("--budget <tokens>", "most tokens of the view (8000)", parseCount)
    .option("--json", "print the scan as JSON")
    .action(async (url: string | undefined, flags: ScanFlags) =>
      setCode(await (await commands()).scanCommand(url, flags)),
    );
  browser
    .command("js")
    .description("run a script in a page and print its result")
    .argument("<script>", "await works; the last expression is the result")
    .option("--url <url>", "the page; the tab in front when missing")
    .option("--json", "print the result as JSON")
    .action(async (script: string, flags: JsonFlag & { url?: string }) =>
      setCode(await (await commands()).jsCommand(script, flags)),
    );
}
