export type { MemoryChange, MemoryDoor, MemoryFile, Receipt } from "./memory-door.js";
export { MemoryError, type MemoryErrorCode } from "./memory-error.js";
