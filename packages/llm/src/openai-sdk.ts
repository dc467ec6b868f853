/** The SDK's client, in a file of its own, so that the build can bundle it. Import it lazily. */
export { OpenAI } from "openai/client";
