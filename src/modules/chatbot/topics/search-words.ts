import { editDistance } from '../../../shared/edit-distance';
import { isPunctuation, splitWords } from '../../../shared/words';
import type { Negation } from '../questions/negation';
import { withoutArabicClitics } from '../questions/arabic-clitics';
import { isEverydayWord } from '../language/detect-language';
import { isCommonWord } from '../questions/common-words';
import { isFactWord } from '../facts/facts';
import { isQuestionWord } from '../questions/questions';

/** Different words of a message that are searched. */
const MAX_WORDS = 80;
/** Words of a message that are also searched together with the next one. */
const MAX_JOINED_WORDS = 20;
/** Shorter words are joined with no other: "am i" is not AMI, a heart attack. */
const MIN_JOINED_LENGTH = 2;
/** Shorter words are similar to too many others to be corrected. */
const MIN_CORRECTED_LENGTH = 5;
const MIN_CORRECTED_LENGTH_ARABIC = 5;
/** From this length on, a word may differ in two letters. */
const LONG_WORD_LENGTH = 9;
/** `grave` (serious) has the Portuguese stem of "grávida" (pregnant), and `معدي` (contagious) the Arabic one of the stomach. */
const IGNORED_WORDS: ReadonlySet<string> = new Set(['grave', 'graves', 'معدي', 'معديه']);

/** To come back is no complaint about the back. */
const RETURNING = /\b(came|come|comes|coming|go|goes|went|going|get|got|getting) back\b/giu;
/** Subject and tense before the stem of a Swahili verb: `ni-na-kohoa`, "I cough". */
const SWAHILI_VERB = /^(?:ni|u|a|tu|m|wa|i|ki|li|ya|zi|vi|n)(?:na|li|me|ta)([a-z]{3,})$/u;
const SWAHILI_SHORT_VERB = /^na([a-z]{4,})$/u;

/** Without the article. */
const SHORT_ARABIC = /^(?!ال)\p{Script=Arabic}{2,3}$/u;

/** The words of a message for the search, with other forms of them. */
export interface SearchWords {
  readonly words: readonly string[];
  /** Neighbours as one word: "heart burn" as "heartburn". */
  readonly joined: readonly string[];
  readonly negated: readonly string[];
}

/** @param negation of the message's language */
export function searchWords(message: string, negation: Negation): SearchWords {
  const all = splitWords(message.replace(RETURNING, '$1'));
  const isWord = (word: string | undefined) =>
    word !== undefined && !isPunctuation(word) && !IGNORED_WORDS.has(word);
  const inScope = negation.findNegated(all);
  const isNegated = (index: number) => isWord(all[index]) && inScope[index] === true;
  const words = all.filter(isWord);
  return {
    words: withOtherForms(words),
    joined: joinNeighbours(words.slice(0, MAX_JOINED_WORDS + 1)),
    // The word after a negated one belongs to it: "no chest pain".
    negated: withOtherForms(
      all.filter((word, index) => isWord(word) && (isNegated(index) || isNegated(index - 1))),
    ),
  };
}

function joinNeighbours(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    return next !== undefined && Math.min(word.length, next.length) >= MIN_JOINED_LENGTH ? [word + next] : [];
  });
}

function withOtherForms(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MAX_WORDS).flatMap((word) => [word, ...otherForms(word)]);
}

function otherForms(word: string): string[] {
  const stem = (SWAHILI_VERB.exec(word) ?? SWAHILI_SHORT_VERB.exec(word))?.[1];
  const withoutClitics = withoutArabicClitics(word);
  return [
    ...(stem === undefined ? [] : [stem, `ku${stem}`]),
    ...(withoutClitics === undefined ? [] : [withoutClitics]),
    // The stem of a short word keeps the article: `فقر الدم`.
    ...(SHORT_ARABIC.test(word) ? [`ال${word}`] : []),
  ];
}

/** Returns the words that may be misspelt terms. */
export function possibleMisspellings(words: readonly string[]): string[] {
  return words.filter((word) => {
    const minLength = /\p{Script=Arabic}/u.test(word) ? MIN_CORRECTED_LENGTH_ARABIC : MIN_CORRECTED_LENGTH;
    const isKnown = isEverydayWord(word) || isQuestionWord(word) || isFactWord(word) || isCommonWord(word);
    return word.length >= minLength && !/\p{N}/u.test(word) && !isKnown;
  });
}

/** Returns the nearest of the similar words; none if all differ too much. */
export function correctSpelling(misspelt: string, similar: readonly string[]): string[] {
  const distances = similar
    .filter((word) => hasSimilarStart(word, misspelt))
    .map((word) => ({ word, distance: editDistance(misspelt, word) }));
  const nearest = Math.min(...distances.map(({ distance }) => distance));
  if (nearest > (misspelt.length >= LONG_WORD_LENGTH ? 2 : 1)) return [];
  return distances.filter(({ distance }) => distance === nearest).map(({ word }) => word);
}

/** The first letter of a short word is seldom wrong, but a silent one may be missing: "neumonia". */
function hasSimilarStart(known: string, misspelt: string): boolean {
  return (
    misspelt.length >= LONG_WORD_LENGTH ||
    known.startsWith(misspelt.slice(0, 1)) ||
    known.slice(1).startsWith(misspelt.slice(0, 2))
  );
}
