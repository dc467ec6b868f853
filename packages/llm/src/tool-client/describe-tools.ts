import type { ToolSpec } from "@genericagent/core-loop";

/** The protocol and the tools, as the model is told them: about 150 tokens and the schemas. */
export const describeTools = (tools: readonly ToolSpec[], language: "en" | "zh"): string =>
  `${language === "zh" ? ZH : EN}\n${tools.map(toLine).join("\n")}`;

/** In place of a description that still stands further up. */
export const unchangedTools = (language: "en" | "zh"): string =>
  language === "zh"
    ? "（工具与 <tool_use> 格式不变，可直接调用。）"
    : "(Tools and the <tool_use> format are unchanged; call them as before.)";

const EN = `## Tools
Write your reply in this order:
1. <thinking>…</thinking>: think first, as briefly as the task allows.
2. <summary>…</summary>: one line: what the last result showed, what comes next.
3. What you have to say. When the task is done, this is the answer, and the reply ends here.
4. Otherwise one or more calls, each on lines of its own and not in a code fence. Then stop: results come with the next message.
<tool_use>
{"name": "TOOL", "arguments": {"ARGUMENT": "value"}}
</tool_use>
A call is one JSON object: inside strings escape quotes, backslashes and line breaks.
The tools, each with the JSON Schema of its arguments:`;

const ZH = `## 工具
回复按以下顺序书写：
1. <thinking>…</thinking>：先思考，尽量简短。
2. <summary>…</summary>：一行，上次结果看到了什么、下一步做什么。
3. 要说的话。任务完成时这就是最终回答，到此结束。
4. 否则写一个或多个调用，每个独占若干行，不放在代码块里。然后停止：结果会在下一条消息给出。
<tool_use>
{"name": "工具名", "arguments": {"参数": "值"}}
</tool_use>
一个调用就是一个 JSON 对象：字符串里的引号、反斜杠和换行要转义。
工具及其参数的 JSON Schema：`;

const toLine = ({ name, description, parameters }: ToolSpec): string =>
  `- ${name}: ${description}\n  ${JSON.stringify(parameters)}`;
