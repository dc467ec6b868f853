export { ReflectError, type ReflectErrorCode } from "./reflect-error.js";
