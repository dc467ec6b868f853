import type { Memory, Skill, SkillStore, Trace } from "@genericagent/memory";
import { FILES, MemoryError } from "@genericagent/memory/open";
import type { LongTermPort } from "@genericagent/tools";
import type { JournalEntry } from "../journal-entry.js";
import { findReceipts } from "./find-receipts.js";
import { sessionCalls } from "./session-calls.js";

interface Parts {
  memory: Memory;
  skills: SkillStore;
  language: "en" | "zh";
  dataHome: string;
  session: string;
  entries: () => Promise<JournalEntry[]>;
}

/** What `start_long_term_update` does: the model names a skill, the host writes it from the journal. */
export class LongTermUpdate implements LongTermPort {
  readonly #parts: Parts;
  /** Name of the skill that this run taught, until its cost is written down. */
  learnt: string | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async update({ skill, note }: { skill?: string; note?: string }): Promise<string> {
    const entries = await this.#parts.entries();
    if (skill) return this.#keepSkill(entries, skill, note);
    if (note) return this.#keepFact(note);
    const { readTrace } = await import("@genericagent/memory");
    return rules(this.#parts.language, readTrace(entries));
  }

  async #keepSkill(entries: JournalEntry[], name: string, note: string | undefined): Promise<string> {
    const { skills, language } = this.#parts;
    const zh = language === "zh";
    const { crystallize, readTrace, receiptsFor, slug } = await import("@genericagent/memory");
    const last = readTrace(entries).calls.at(-1);
    if (last?.isError)
      return zh
        ? `未保存：前一个调用 ${last.tool} 失败了。修好之后再调用一次。`
        : `Not kept: the call before, ${last.tool}, failed. Call again when it works.`;
    const proposal = crystallize(entries, { name: slug(name), ...(note && { note }) });
    if (!proposal)
      return zh
        ? "未保存：本次运行还没有成功的步骤可以固化。先完成并核实任务，再调用一次。"
        : "Not kept: no step of this run has succeeded yet. Finish and check the task, then call again.";
    try {
      const receipts = receiptsFor(entries, proposal.proof);
      const { skill, isNew } = await skills.add(proposal, { receipts, by: "start_long_term_update" });
      this.learnt = skill.name;
      return describeKept(zh, skill, isNew);
    } catch (error) {
      if (error instanceof MemoryError) return error.message;
      throw error;
    }
  }

  async #keepFact(note: string): Promise<string> {
    const { memory, language, dataHome, session } = this.#parts;
    const text = note.replace(/\s+/g, " ");
    try {
      const claims = [{ text, kind: "fact" as const }];
      const known = (await memory.read(FILES.facts).catch(() => undefined))?.text;
      const { receipts } = findReceipts(claims, await sessionCalls(dataHome, session), session, known);
      await memory.addFact({
        section: "FACTS",
        text,
        receipts,
        by: "start_long_term_update",
      });
      return language === "zh" ? "已记入 L2 [FACTS]。" : "Kept in L2 under [FACTS].";
    } catch (error) {
      if (error instanceof MemoryError) return error.message;
      throw error;
    }
  }
}

function describeKept(
  zh: boolean,
  { name, steps, check, parameters, needsModel }: Skill,
  isNew: boolean,
): string {
  const names = parameters.filter(({ stemOf }) => stemOf === undefined).map((each) => each.name);
  const list = names.join(", ");
  const lines = zh
    ? [
        isNew
          ? `已保存技能 ${name}：${steps.length} 个脚本，参数 ${list || "无"}，${check ? "带检查" : "无检查"}。`
          : `技能 ${name} 已有，无需再存。`,
        needsModel.length > 0 ? `需要模型参与：${needsModel.join("；")}` : "下次同类任务会自动提示。",
      ]
    : [
        isNew
          ? `Kept as skill ${name}: ${steps.length} script${steps.length === 1 ? "" : "s"}, parameters ${list || "none"}, ${check ? "with a check" : "no check"}.`
          : `Skill ${name} says this already; nothing was added.`,
        needsModel.length > 0
          ? `It needs a model: ${needsModel.join("; ")}`
          : "It will be offered for tasks of this kind.",
      ];
  return lines.join("\n");
}

const MAX_EVIDENCE = 4;

/** The rules in short, and what of this run could be kept. */
function rules(language: "en" | "zh", { calls }: Trace): string {
  const good = calls
    .filter(({ isError, tool }) => !isError && tool !== "start_long_term_update")
    .slice(-MAX_EVIDENCE);
  const failed = calls.filter(({ isError }) => isError).length;
  const evidence = good.map(({ tool, turn, said }) => {
    const summary =
      /<summary>([\s\S]*?)<\/summary>/.exec(said)?.[1]?.replace(/\s+/g, " ").slice(0, 100) ?? "";
    return `- [${turn}] ${tool} ${summary}`.trimEnd();
  });
  return language === "zh"
    ? [
        "只保存本次执行证明过的；不写时间、进程号、临时路径、机密。",
        "做法：start_long_term_update {skill: 名字, note: 一行说明，之后每行一个坑}，脚本由宿主从日志取出。",
        "环境事实：只给 note。都不值得保存就直接回答。",
        `证据：成功 ${calls.length - failed}，失败 ${failed}`,
        ...evidence,
      ].join("\n")
    : [
        "Keep only what this run has shown; no times, process ids, temporary paths or secrets.",
        "A way of doing it: start_long_term_update {skill: a name, note: what it does, then a pitfall a line}; the host takes the scripts from the journal.",
        "A fact about this environment: note alone. If nothing is worth keeping, just answer.",
        `Evidence: ${calls.length - failed} calls succeeded, ${failed} failed`,
        ...evidence,
      ].join("\n");
}
