/** L0 as a new folder gets it: short, since it is read before it is needed. */
export const rulesOfMemory = (language: "en" | "zh"): string => (language === "zh" ? ZH : EN);

const EN = `# Rules of memory (L0)

The host checks every write to this folder against these rules and says why when it refuses one.

1. No execution, no memory. A fact or a procedure is kept only when a successful tool call of this run has shown it. Guesses, plans and what you knew before are not memory. The host looks for the call that proves your line: run a check that prints it, then write.
2. What is proven is not lost. Reword, correct or move entries; never drop them in passing. Patch, do not overwrite.
3. Nothing that is false tomorrow: no times, process ids, session ids, temporary paths. No secrets: name the variable, not the value.
4. Point, do not repeat. Each layer says just enough to find the next one.

Where things go:
- L1 \`global_mem_insight.txt\`: the index, at most 30 lines, always in the prompt. Pointers to L2 and L3 are added and removed by the host. By hand: one line "when … → where", or one rule under [RULES].
- L2 \`global_mem.txt\`: facts about this environment that cannot be guessed, one a line, under \`## [SECTION]\`.
- L3 \`skills/<name>/SKILL.md\`, \`*_sop.md\`, \`*.py\`: how to do one kind of task: preconditions, key steps, pitfalls. Nothing that a few look-ups would show again.
- L4 \`L4_raw_sessions/\`: past sessions, kept by the host. Search: ga sessions "words".

Common knowledge and what helps one task only go nowhere.
`;

const ZH = `# 记忆规则（L0）

宿主会按这些规则检查对本文件夹的每次写入；拒绝时会说明原因。

1. 无执行，不记忆。只有本次运行中成功的工具调用证明过的事实和做法才能保存；猜测、计划和原有知识不算。宿主会寻找证明这一行的调用：先运行能把它打印出来的检查，再写入。
2. 已证实的不丢失。可以改写、更正、移动条目，不得顺手删除。用 patch，不要整体覆盖。
3. 不存明天就失效的东西：时间、进程号、会话号、临时路径。不存机密：写变量名，不写值。
4. 只给指针，不重复。每一层只说到足以找到下一层为止。

放在哪里：
- L1 \`global_mem_insight.txt\`：索引，最多 30 行，始终在提示词里。指向 L2、L3 的指针由宿主增删；手写时只写一行“场景 → 位置”，或在 [RULES] 下写一条规则。
- L2 \`global_mem.txt\`：猜不出来的环境事实，每行一条，放在 \`## [SECTION]\` 下。
- L3 \`skills/<name>/SKILL.md\`、\`*_sop.md\`、\`*.py\`：一类任务的做法：前提、关键步骤、坑。几次查看就能重新得到的不写。
- L4 \`L4_raw_sessions/\`：历史会话，由宿主保存。搜索：ga sessions "关键词"。

常识和只对一次任务有用的内容，哪里都不放。
`;
