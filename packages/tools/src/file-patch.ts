import type { Tool } from "@genericagent/core-loop";
import { bytesOfFile, requireUtf8 } from "./files/bytes-of-file.js";
import { expandFileRefs } from "./files/expand-file-refs.js";
import { fileProblem } from "./files/file-problem.js";
import { missingFile } from "./files/missing-file.js";
import { patchBytes } from "./files/patch-bytes.js";
import { resolvePath } from "./files/resolve-path.js";
import { writeFileAtomically } from "./files/write-file-atomically.js";
import type { ToolPorts } from "./tool-ports.js";

interface FilePatchArgs {
  path: string;
  old_content: string;
  new_content: string;
}

/** Replaces one block of a file; every byte outside the match stays as it is. */
export const filePatch = (ports: ToolPorts): Tool => ({
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
    const path = resolvePath(ports.cwd, args.path);
    try {
      const { bom, body } = await bytesOfFile(path, "patch");
      requireUtf8(body, "patch", path);
      const content = await expandFileRefs(args.new_content, ports.cwd);
      const { parts, report } = patchBytes(body, args.old_content, content);
      await writeFileAtomically(path, [bom, ...parts]);
      return { data: report };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT")
        throw await missingFile("patch", path, ports.cwd);
      throw fileProblem(error, "patch", path);
    }
  },
});
