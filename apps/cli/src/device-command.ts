import { Command, CommanderError } from "commander";
import { addAndroidCommand } from "./device-android-command.js";
import { addDesktopCommands } from "./device-desktop-commands.js";
import { addPictureCommands } from "./device-picture-commands.js";
import { print } from "./device-print.js";
import { EXIT, type ExitCode } from "./exit-code.js";

/** `ga device …`: the desktop and Android devices, for people and for code_run. */
export async function deviceCommand(args: string[]): Promise<ExitCode> {
  const device = new Command("ga device")
    .description("Hands and eyes. First the tree, then OCR, and a picture only where both fail.")
    .helpCommand(false)
    .enablePositionalOptions()
    .showHelpAfterError("(ga device --help shows the commands)")
    .exitOverride();
  addDesktopCommands(device);
  addPictureCommands(device);
  addAndroidCommand(device);
  device
    .command("doctor")
    .description("try every part and say what is missing")
    .option("--json", "print the checks as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const { deviceDoctor } = await import("@genericagent/device");
      const checks = await deviceDoctor();
      print(json, checks, () =>
        checks.map((check) => `${check.works ? "✓" : "–"} ${check.name}: ${check.found}`),
      );
    });
  device
    .command("module")
    .description("print where the JavaScript module is, for import() in code that is not beside it")
    .action(() => print(false, {}, () => [import.meta.resolve("@genericagent/device")]));
  try {
    await device.parseAsync(args, { from: "user" });
    return (process.exitCode as ExitCode | undefined) ?? EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.badUsage;
    throw error;
  }
}
