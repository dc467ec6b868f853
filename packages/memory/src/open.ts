// What every run needs of the memory, and no more: it loads in a quarter of the time of the whole.
export { outputHash } from "./content-version.js";
export { wordsOf } from "./guard/words-of.js";
export { FILES, layerOf } from "./layers.js";
export { Memory } from "./memory.js";
export { MemoryError, type MemoryErrorCode } from "./memory-error.js";
export { type OpenMemoryOptions, openMemory } from "./open-memory.js";
export { isTrusted } from "./skills/skill.js";
export { SkillStore } from "./skills/skill-store.js";
