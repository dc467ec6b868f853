// Facts about providers and models, without anything that talks to them.
export { costOf, costOfReplies } from "./cost-of.js";
export { type ModelPrice, modelPrices } from "./model-prices.js";
export { type ProviderPreset, providerPresets } from "./provider-presets.js";
