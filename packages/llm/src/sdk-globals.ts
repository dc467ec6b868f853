/** What stands for the globals of the same names in the bundled SDKs (`tsup.config.ts`): they only post JSON. */
export { HeaderList as Headers } from "./header-list.js";

/** A body that no request of ours has. */
export class FormData {}
