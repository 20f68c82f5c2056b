import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { foldText } from '../../../shared/words';
import file from './denial-words.json';

const words = z.string().transform((list) => list.split(' ').filter(Boolean).map(foldText));

const negatedSignsSchema = z.strictObject({
  about: z.array(z.string()),
  groups: z.array(
    z.strictObject({
      language: z.enum(LOCALES),
      negations: words,
      /** May stand between a negation and a sign, or continue a list of signs. */
      between: words,
      /** Of the body. They belong to a sign before them. */
      parts: words,
      signs: words,
    }),
  ),
});

/** Replaces a sign that somebody does not have. In no language a word. */
export const ABSENT = 'absentsign';

const MAX_BETWEEN = 4;

/** "They do not stop vomiting", and "they cannot vomit", in French, deny no sign. "Pas mal de sang" is much blood. */
const NO_DENIAL = /^(?:arret|cess|peu[tx]?$|arriv|fini)/;

/** "The head does not hurt (me)", in Swahili: the negation comes after the part of the body. */
const DOES_NOT_HURT = /^ha(?:[iu]|[kl]i|zi|ya|vi)(?:ni|m)?umi$/;

let loaded: z.output<typeof negatedSignsSchema>['groups'] | undefined;

/**
 * Returns the words of a message, in which each sign that somebody says they do not have is `ABSENT`: neither phrases nor weights
 * know it. The negation stays.
 * @param message from `splitWords`
 */
export function maskNegatedSigns(message: readonly string[]): string[] {
  const masked: string[] = [];
  for (let at = 0; at < message.length; at += 1) {
    const word = message[at] ?? '';
    if (DOES_NOT_HURT.test(word)) masked.splice(-1, 1, ABSENT);
    masked.push(word);
    const isDenied = !NO_DENIAL.test(message[at - 1] ?? '') && !(word === 'pas' && message[at + 1] === 'mal');
    const count = isDenied ? countNegated(message, at) : 0;
    if (count > 0) masked.push(ABSENT);
    at += count;
  }
  return masked;
}

/** Returns how many words after a negation are the signs that it denies; 0 if the word is no negation, or denies none. */
function countNegated(message: readonly string[], at: number): number {
  loaded ??= negatedSignsSchema.parse(file).groups;
  const counts = loaded
    .filter(({ negations }) => negations.includes(message[at] ?? ''))
    .map(({ between, parts, signs }) => {
      let count = 0;
      for (let next = 1; next - count <= MAX_BETWEEN + 1; next += 1) {
        const word = message[at + next];
        if (word === undefined) break;
        if (isAmong(signs, word) || (count > 0 && parts.includes(word))) count = next;
        else if (!between.includes(word) && !parts.includes(word)) break;
      }
      return count;
    });
  return Math.max(0, ...counts);
}

function isAmong(signs: readonly string[], word: string): boolean {
  return signs.some((sign) => (sign.endsWith('~') ? word.startsWith(sign.slice(0, -1)) : word === sign));
}
