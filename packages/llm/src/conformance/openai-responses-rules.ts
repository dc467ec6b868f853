import type { JsonObject } from "@genericagent/core-loop";
import { asList, asText, parseJson } from "../loose-json.js";
import { entries, type Report } from "./report.js";

/** The rules of `POST /responses` for `input`, where nothing is stored at the provider. */
export function openAIResponsesRules({ input }: JsonObject, report: Report): void {
  const list =
    typeof input === "string"
      ? [[{ role: "user", content: input }, "input"] as [JsonObject, string]]
      : entries(input, "input");
  report.check(list.length > 0, "input", "at least one item is required");
  const open = new Set<string>();
  const reasoning = new Set<string>();
  for (const [position, [item, place]] of list.entries()) {
    const type = asText(item.type) || (item.role ? "message" : "");
    const callId = asText(item.call_id);
    if (type === "message") {
      report.check(
        open.size === 0 || item.role === "assistant",
        place,
        `No tool output found for function call ${[...open].join(", ")}`,
      );
      checkMessage(item, place, report);
    } else if (type === "function_call") {
      checkCall(item, place, report);
      report.check(!open.has(callId), place, "call ids must be unique");
      open.add(callId);
    } else if (type === "function_call_output") {
      report.check(open.delete(callId), place, `No tool call found for function call output ${callId}`);
      checkOutput(item, place, report);
    } else if (type === "reasoning") {
      checkReasoning(item, list[position + 1]?.[0], place, report);
      report.check(!reasoning.has(JSON.stringify(item)), place, "Duplicate item found");
      reasoning.add(JSON.stringify(item));
    } else report.check(false, place, `no item type: ${type}`);
  }
  report.check(open.size === 0, "input", `No tool output found for function call ${[...open].join(", ")}`);
}

function checkMessage({ role, content }: JsonObject, place: string, report: Report): void {
  const roles = ["user", "assistant", "system", "developer"];
  report.check(roles.includes(asText(role)), place, `no role: ${role}`);
  if (!Array.isArray(content)) report.text(content, place);
  else report.check(content.length > 0, place, "content must not be empty");
  for (const [part, at] of entries(content, `${place}.content`)) checkPart(part, at, asText(role), report);
}

function checkPart(part: JsonObject, place: string, role: string, report: Report): void {
  const allowed = role === "assistant" ? ["output_text", "refusal"] : ["input_text", "input_image"];
  report.check(allowed.includes(asText(part.type)), place, `a message of the ${role} holds no ${part.type}`);
  if (part.type === "input_image") report.dataUrl(part.image_url, place);
  else report.text(part.text ?? part.refusal, place);
}

function checkCall({ call_id, name, arguments: args }: JsonObject, place: string, report: Report): void {
  report.check(/^[^\s\p{C}]{1,64}$/u.test(asText(call_id)), place, "a call id has 1 to 64 characters");
  report.name(name, 128, place);
  const value = parseJson(asText(args));
  report.check(
    typeof value === "object" && value !== null && !Array.isArray(value),
    place,
    "arguments are a JSON object",
  );
}

function checkOutput({ output }: JsonObject, place: string, report: Report): void {
  if (typeof output === "string") return;
  report.check(asList(output).length > 0, place, "output must not be empty");
  for (const [part, at] of entries(output, `${place}.output`)) checkPart(part, at, "tool", report);
}

function checkReasoning(item: JsonObject, next: JsonObject | undefined, place: string, report: Report): void {
  const follows = next?.type === "function_call" || next?.role === "assistant";
  report.check(follows, place, "reasoning was provided without its required following item");
  report.check(
    asText(item.encrypted_content) !== "",
    place,
    "reasoning that is not stored must be encrypted",
  );
  report.check(Array.isArray(item.summary), place, "reasoning has a summary");
  report.check(asText(item.id).length <= 64, place, "the id of an item has up to 64 characters");
}
