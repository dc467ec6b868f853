/** The part of the SDK that is used, in one file, so that the build can leave the rest out. Import it lazily. */
export { BaseAnthropic } from "@anthropic-ai/sdk/client";
export { Messages } from "@anthropic-ai/sdk/resources/messages/messages";
