import type { TraceCall } from "./trace.js";

export type ScriptType = "python" | "bash" | "powershell" | "javascript";

export interface Script {
  type: ScriptType;
  code: string;
}

export const EXTENSION: Record<ScriptType, string> = {
  python: "py",
  bash: "sh",
  powershell: "ps1",
  javascript: "js",
};

const NAMES: Record<string, ScriptType> = {
  ...{ python: "python", python3: "python", py: "python" },
  ...{ bash: "bash", sh: "bash", shell: "bash", zsh: "bash" },
  ...{ powershell: "powershell", pwsh: "powershell", ps1: "powershell" },
  ...{ javascript: "javascript", js: "javascript", node: "javascript", mjs: "javascript", cjs: "javascript" },
};

export const scriptTypeOf = (name: string): ScriptType | undefined =>
  Object.hasOwn(NAMES, name.toLowerCase()) ? NAMES[name.toLowerCase()] : undefined;

/** The code that a `code_run` call ran: its argument, else the reply's last block that fits. */
export function scriptOf({ args, said }: TraceCall): Script | undefined {
  const type = typeof args.type === "string" ? scriptTypeOf(args.type) : undefined;
  const given = args.script || args.code;
  if (typeof given === "string") return { type: type ?? "python", code: given };
  const blocks = [...said.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```\s*$/gm)].map(
    ([, name = "", code = ""]) => ({
      type: scriptTypeOf(name),
      code,
    }),
  );
  const block =
    blocks.findLast((each) => (type ? each.type === type : each.type !== undefined)) ?? blocks.at(-1);
  const found = type ?? block?.type;
  return block && found ? { type: found, code: block.code } : undefined;
}
