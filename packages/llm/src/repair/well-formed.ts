/** Node 20 and all browsers of today have both; the library's declarations are of ES2023. */
interface WellFormedString {
  isWellFormed(): boolean;
  toWellFormed(): string;
}

/** Half a surrogate pair, as a cut in the wrong place leaves it, makes providers refuse the whole request. */
export const isWellFormed = (text: string): boolean => (text as unknown as WellFormedString).isWellFormed();

export const toWellFormed = (text: string): string => (text as unknown as WellFormedString).toWellFormed();
