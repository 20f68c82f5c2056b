import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { isPunctuation, SENTENCE_END, splitWords } from '../../../shared/words';
import data from './exposure-phrases.json';
import { type Fact, findFacts } from './facts';
import { PhraseMatcher } from '../questions/phrase-matcher';

const KINDS = [
  'general',
  'event',
  'own',
  'news',
  'mine',
  'never',
  'yearsAgo',
  'weeksAgo',
  'wish',
  'recent',
] as const;

type Kind = (typeof KINDS)[number];

const { phrases, but } = z
  .strictObject({
    about: z.array(z.string()),
    but: z.record(z.enum(LOCALES), z.array(z.string().min(1)).min(1)),
    phrases: z.record(z.enum(KINDS), z.record(z.enum(LOCALES), z.array(z.string().min(1)).min(1))),
  })
  .parse(data);

/** Facts on what has to begin within days. */
const WITHIN_DAYS: ReadonlySet<string> = new Set(['pep']);

let matcher: PhraseMatcher | undefined;

/** Words that begin another clause. */
const BUT: ReadonlySet<string> = new Set(Object.values(but).flat().flatMap(splitWords));

/** Compiles the phrases before the first message. */
export function compileExposures(): void {
  getMatcher();
}

/** Of all languages, because people mix them. */
function getMatcher(): PhraseMatcher {
  return (matcher ??= new PhraseMatcher(KINDS.flatMap((kind) => Object.values(phrases[kind]).flat())));
}

/** Returns a function that tells whether words have a phrase of a kind. */
function findKinds(words: readonly string[]): (kind: Kind) => boolean {
  const found = getMatcher().find(words);
  return (kind) =>
    Object.values(phrases[kind])
      .flat()
      .some((phrase) => found.has(phrase));
}

/** Returns the clauses of a message, between punctuation and words such as "but". */
function splitClauses(message: string): string[][] {
  const clauses: string[][] = [[]];
  for (const word of splitWords(message)) {
    if (isPunctuation(word) || BUT.has(word)) clauses.push([]);
    else clauses.at(-1)?.push(word);
  }
  return clauses;
}

function findUrgentFacts(message: string, likely: readonly Locale[]): Fact[] {
  return findFacts(message, likely).filter(({ isUrgent }) => isUrgent);
}

/**
 * Returns whether a message tells of an exposure that an urgent fact is about, such as the bite of a dog: for today at least. A
 * question about the illness, the news, and what happened years ago are none.
 * @param likely the likely languages, likeliest first
 */
export function tellsExposure(message: string, likely: readonly Locale[]): boolean {
  const urgent = findUrgentFacts(message, likely);
  if (urgent.length === 0) return false;
  const isWithinDays = urgent.every(({ id }) => WITHIN_DAYS.has(id));
  const has = findKinds(splitWords(message));
  if (has('news') && !has('mine')) return false;
  const isOver = (clause: readonly string[]): boolean => {
    const says = findKinds(clause);
    if (says('never')) return true;
    if (says('recent')) return false;
    return says('yearsAgo') || (isWithinDays && says('weeksAgo')) || (says('wish') && !has('event'));
  };
  const clauses = splitClauses(message);
  const told = clauses.filter((clause) => !isOver(clause));
  const rest = told.map((clause) => clause.join(' ')).join(`${SENTENCE_END} `);
  if (told.length < clauses.length && findUrgentFacts(rest, likely).length === 0) return false;
  const tells = findKinds(splitWords(rest));
  return tells('event') || tells('own') || !tells('general');
}
