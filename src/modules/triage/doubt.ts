import { DANGER_SIGNS } from './signs/danger-sign';

/** An emergency that is a wish to die with this probability, in any part of the message, is never doubtful. */
const POSSIBLE_WISH_TO_DIE = 0.02;

/** Words of somebody who tells a language model what to answer: of the verdict's format, or of commands in five languages. */
const INSTRUCTIONS = new RegExp(
  [
    String.raw`[{}]`,
    String.raw`\b(?:json|urgency|verdict|routine|rotina|prompt|instructions?|consignes?|instruç(?:ão|ões)|maagizo)(?!\p{L})`,
    String.raw`\b(?:ignore[rz]?|ignorar?|puuza)(?!\p{L})`,
    'تعليمات|تجاهل',
  ].join('|'),
  'iu',
);

/** Returns whether a message may be one to a language model, of which no verdict on this person counts. */
export function instructsModel(message: string): boolean {
  return INSTRUCTIONS.test(message);
}

/** @param probabilities of each sign */
export function mayBeWishToDie(probabilities: readonly number[]): boolean {
  return (probabilities[DANGER_SIGNS.indexOf('selfHarm')] ?? 0) >= POSSIBLE_WISH_TO_DIE;
}
