/** One of our messages in the words of `ai`: its tool results are messages of their own. */
export function toModelMessages({ role, content }) {
  if (role === "assistant") return [{ role, content: content.flatMap(toPart) }];
  const results = content.filter(({ type }) => type === "tool-result").map(toResult);
  const others = content.filter(({ type }) => type !== "tool-result").map(toUserPart);
  return [
    ...(results.length > 0 ? [{ role: "tool", content: results }] : []),
    ...(others.length > 0 ? [{ role: "user", content: others }] : []),
  ];
}

const toUserPart = (block) =>
  block.type === "image" ? { type: "image", image: block.data, mediaType: block.mediaType } : block;

const toResult = ({ callId, name, content }) => ({
  type: "tool-result",
  toolCallId: callId,
  toolName: name,
  output: { type: "text", value: content.map(({ text }) => text ?? "").join("\n") },
});

function toPart(block) {
  if (block.type === "text") return [block];
  if (block.type === "tool-call")
    return [{ type: "tool-call", toolCallId: block.id, toolName: block.name, input: block.args }];
  return [{ type: "reasoning", text: block.text, providerOptions: proofOf(block) }];
}

/** What a provider adds to reasoning is kept under its name. */
function proofOf({ wire, signature, provider }) {
  if (wire === "anthropic") return { [provider]: { signature } };
  const { id, encrypted_content } = JSON.parse(signature);
  return { [provider]: { itemId: id, reasoningEncryptedContent: encrypted_content } };
}
