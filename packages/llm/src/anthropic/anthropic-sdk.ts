/** The part of the SDK that is used, in a file of its own, so that the build can leave the rest out. Import it lazily. */
export { BaseAnthropic } from "@anthropic-ai/sdk/client";
