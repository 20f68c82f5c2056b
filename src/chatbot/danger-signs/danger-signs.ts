import type { CountryCode } from '../../access/country';
import type { Locale } from '../../pages/locale';

/** What may endanger a life, each with first aid of its own. */
export const DANGER_SIGNS = [
  'unconscious',
  'breathing',
  'allergy',
  'bleeding',
  'convulsions',
  'stroke',
  'chestPain',
  'pregnancy',
  'smallChild',
  'poisoning',
  'selfHarm',
  'bite',
  'injury',
  'meningitis',
  'severeMalaria',
  'dehydration',
  'diabetes',
  'assault',
  'severePain',
] as const;

export type DangerSign = (typeof DANGER_SIGNS)[number];

/** What was recognised in a message. */
export interface Danger {
  /** The most dangerous first; at least one. */
  readonly signs: readonly DangerSign[];
  /** The language in which it was said. */
  readonly language: Locale;
}

/**
 * The danger signs that a message describes; undefined where it describes none.
 * @param earlier what the person wrote before in the conversation, oldest first: it says who is concerned (a newborn, a
 * pregnant woman) and never is a sign by itself
 */
export function dangerIn(message: string, earlier: readonly string[]): Danger | undefined {
  void message;
  void earlier;
  return undefined;
}

/**
 * What to do now: where to go, whom to call, first aid.
 * @param country whose emergency numbers are named, where they are known
 */
export function emergencyAdvice({ language, signs }: Danger, country: CountryCode | undefined): string {
  return [language, country, ...signs].join(' ');
}
