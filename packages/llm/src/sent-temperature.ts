interface TemperatureRule {
  family: RegExp;
  /** The range the family takes; without one it takes no temperature at all. */
  range?: [min: number, max: number];
}

/**
 * By the model's name, with or without a vendor before it. Sources: platform.claude.com/docs migration guides
 * (Claude 5), developers.openai.com guides (reasoning models), platform.moonshot.ai (kimi models, fixed),
 * platform.minimax.io (above 0, up to 1).
 */
const RULES: readonly TemperatureRule[] = [
  { family: /(^|\/)claude-(fable|mythos|opus|sonnet|haiku)-5\b/ },
  { family: /(^|\/)claude-/, range: [0, 1] },
  { family: /(^|\/)(o\d|gpt-5)/ },
  { family: /(^|\/)kimi-/ },
  { family: /(^|\/)minimax-/i, range: [0.01, 1] },
];

/** The temperature to send; undefined for none. */
export function sentTemperature(model: string, temperature: number | undefined): number | undefined {
  const rule = RULES.find(({ family }) => family.test(model));
  if (temperature === undefined || !rule) return temperature;
  if (!rule.range) return undefined;
  return Math.min(rule.range[1], Math.max(rule.range[0], temperature));
}
