import type { FirstAidTexts } from './texts/en';

/** First aid in one language. */
export interface FirstAidLanguage {
  readonly texts: FirstAidTexts;
  /** The sentence of each step. */
  readonly sentences: Readonly<Record<string, string>>;
}
