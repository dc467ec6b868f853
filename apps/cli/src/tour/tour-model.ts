import { estimateTokens } from "@genericagent/context";
import { type Message, type ToolResult, textOf } from "@genericagent/core-loop";
import { type ModelRequest, type ScriptedReply, ScriptedSession } from "@genericagent/llm/testing";
import { checkReport, countFlaws, firstSums, writeReport } from "./tour-scripts.js";

/**
 * A model that is not there: scripted words over the real loop and the real tools. It knows nothing but what its
 * request shows. When the first message names a call that does the task, it makes that call; otherwise it works the
 * task out. Tokens are those of its requests, estimated.
 */
export function tourModel(): ScriptedSession {
  let sent = 0;
  const script = (request: ModelRequest): ScriptedReply => {
    const reply = answer(request);
    const { system, tools, messages } = request;
    const inputTokens = estimateTokens(JSON.stringify([system, tools, messages]));
    const usage = {
      inputTokens,
      cachedInputTokens: sent,
      outputTokens: estimateTokens(JSON.stringify(reply)),
    };
    sent = inputTokens;
    return { ...reply, usage };
  };
  return new ScriptedSession(script, { provider: "scripted", model: "tour" });
}

function answer({ messages }: ModelRequest): ScriptedReply {
  const first = textOf(messages[0]!);
  const results = messages.flatMap(({ content }: Message) =>
    content.filter((block) => block.type === "tool-result"),
  );
  const offered = /code_run (\{"skill".*?\}\})/.exec(first)?.[1];
  if (offered && results.length === 0)
    return {
      text: "<summary>A skill does this task; call it with this task's files.</summary>",
      toolCalls: [{ name: "code_run", args: JSON.parse(offered) as Record<string, unknown> }],
    };
  const figures = results.flatMap(figuresIn).at(-1);
  if (offered && !results[0]!.isError)
    return { text: figures ? summary(first, figures) : "The skill did it." };
  // After a skill that failed, its result does not count as a step.
  return longWay(first, offered ? results.length - 1 : results.length, figures);
}

function longWay(task: string, done: number, figures: Record<string, unknown> | undefined): ScriptedReply {
  const [, file = "", report = ""] = /([\w-]+\.csv)[\s\S]*?([\w-]+\.md)/.exec(task) ?? [];
  const run = (
    said: string,
    script: string,
    ...more: NonNullable<ScriptedReply["toolCalls"]>
  ): ScriptedReply => ({
    text: `<summary>${said}</summary>`,
    toolCalls: [{ name: "code_run", args: { type: "javascript", script } }, ...more],
  });
  const steps = [
    (): ScriptedReply => ({
      text: "<summary>Nothing known yet; look at the file before computing.</summary>",
      toolCalls: [{ name: "file_read", args: { path: file, count: 6 } }],
    }),
    () => run("A CSV with region, units and unit_price; try a first sum per region.", firstSums(file)),
    () =>
      run("The sums are NaN: something in the rows breaks a plain split. Count the flaws.", countFlaws(file)),
    () =>
      run(
        "Quoted commas, missing prices, doubled orders: read the fields properly, leave those out, write the report.",
        writeReport(file, report),
      ),
    () =>
      run(
        "The report is written; recompute its figures another way, and keep the way for next time.",
        checkReport(file, report),
        KEEP,
      ),
  ];
  // The last step makes two calls.
  return steps[done]?.() ?? { text: figures ? summary(task, figures) : "I could not read the figures." };
}

const KEEP = {
  name: "start_long_term_update",
  args: {
    skill: "revenue-report",
    note: "Revenue by region and product of an orders CSV, as a Markdown report\nproducts may be quoted with a comma; rows without a price and doubled orders are left out",
  },
};

function summary(
  task: string,
  { counted, total, best, bestRevenue, doubled, unpriced }: Record<string, unknown>,
): string {
  const report = /[\w-]+\.md/.exec(task)?.[0] ?? "the report";
  return `${report} is written and checked. ${counted} orders make ${total} in revenue; ${best} is the strongest region with ${bestRevenue}. I left out ${doubled} doubled rows and ${unpriced} without a price.`;
}

/** The JSON that the report's script printed. */
function figuresIn({ content }: ToolResult): Record<string, unknown>[] {
  const text = content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return [...text.matchAll(/^\{"counted".*\}$/gm)].map(
    ([line]) => JSON.parse(line) as Record<string, unknown>,
  );
}
