import { mkdir, readFile } from "node:fs/promises";
import { dataHomePaths, findDataHome, loadConfig } from "@genericagent/agent";
import { writeFileAtomically } from "@genericagent/tools";

/** Sets `"mode": "bridge"` in `config.json` and leaves the rest as it is. @returns the file. */
export async function useBridge(): Promise<string> {
  const dataHome = findDataHome({ cwd: process.cwd() });
  await loadConfig(dataHome); // what is wrong with the file is said before it is written
  const { config: file } = dataHomePaths(dataHome);
  const text = await readFile(file, "utf8").catch(() => "{}");
  const config = JSON.parse(text.replace(/^\uFEFF/, "")) as { browser?: object };
  const next = { ...config, browser: { ...config.browser, mode: "bridge" } };
  await mkdir(dataHome, { recursive: true });
  await writeFileAtomically(file, [`${JSON.stringify(next, null, 2)}\n`]);
  return file;
}
