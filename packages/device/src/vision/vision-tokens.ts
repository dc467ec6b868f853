/** What a picture costs a model, by the formulas that the vendors publish. */
export interface VisionTokens {
  anthropic: number;
  openai: number;
}

/** Anthropic: pixels / 750 within 1568 a side. OpenAI (tiles): 85 + 170 for each 512-pixel tile, the short side at most 768. */
export function visionTokens(width: number, height: number): VisionTokens {
  const fit = Math.min(1, 1568 / Math.max(width, height));
  const anthropic = Math.ceil((width * fit * (height * fit)) / 750);
  const square = Math.min(1, 2048 / Math.max(width, height));
  const scale = square * Math.min(1, 768 / (Math.min(width, height) * square));
  const tiles = Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
  return { anthropic, openai: 85 + 170 * tiles };
}
