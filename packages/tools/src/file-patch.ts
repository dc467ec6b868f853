import type { Tool } from "@genericagent/core-loop";
import { encodeFor, requireText } from "./files/bytes-of-file.js";
import { expandFileRefs } from "./files/expand-file-refs.js";
import { fileProblem } from "./files/file-problem.js";
import { missingFile } from "./files/missing-file.js";
import { openTarget } from "./files/open-target.js";
import { patchBytes } from "./files/patch-bytes.js";
import { resolvePath } from "./files/resolve-path.js";
import type { SeenFiles } from "./files/seen-files.js";
import type { ToolPorts } from "./tool-ports.js";

interface FilePatchArgs {
  path: string;
  old_content: string;
  new_content: string;
  /** Offered by answers where the encoding was guessed. */
  encoding?: string;
}

/** Replaces one block of a file; every byte outside the match stays as it is. */
export const filePatch = (ports: ToolPorts, seen: SeenFiles): Tool => ({
  spec: {
    name: "file_patch",
    description: "Replace a block that occurs once. Copy old_content exactly, without line numbers.",
    parameters: {
      type: "object",
      properties: {
        path: { type: "string" },
        old_content: { type: "string" },
        new_content: { type: "string" },
      },
      required: ["path", "old_content", "new_content"],
    },
  },
  async run(rawArgs) {
    const args = rawArgs as unknown as FilePatchArgs;
    const action = "patch";
    const path = resolvePath(ports.cwd, args.path);
    try {
      const target = await openTarget(path, action, { ports, seen, encoding: args.encoding });
      const { old } = target;
      if (!old) throw await missingFile(action, path, ports.cwd);
      const codec = requireText(old, action, path);
      const encode = (text: string) => encodeFor(text, codec, action, path);
      const content = await expandFileRefs(args.new_content, ports.cwd);
      const { parts, report } = patchBytes(old.body, args.old_content, content, codec, encode);
      await target.replace([old.bom, ...parts], codec);
      return { data: report };
    } catch (error) {
      throw fileProblem(error, action, path);
    }
  },
});
