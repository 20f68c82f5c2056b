import { z } from 'zod';
import { LOCALES, type Locale } from '../../../../shared/locale';
import { splitWords } from '../../../../shared/words';
import data from './exposure-phrases.json';
import { findFacts } from './facts';
import { PhraseMatcher } from './phrase-matcher';

const KINDS = ['general', 'own', 'news', 'mine', 'never', 'weeksAgo'] as const;

const { phrases } = z
  .strictObject({
    about: z.array(z.string()),
    phrases: z.record(z.enum(KINDS), z.record(z.enum(LOCALES), z.array(z.string().min(1)).min(1))),
  })
  .parse(data);

/** Facts on what has to begin within days. */
const WITHIN_DAYS: ReadonlySet<string> = new Set(['pep']);

let matcher: PhraseMatcher | undefined;

/** Compiles the phrases before the first message. */
export function compileExposures(): void {
  getMatcher();
}

/** Of all languages, because people mix them. */
function getMatcher(): PhraseMatcher {
  return (matcher ??= new PhraseMatcher(KINDS.flatMap((kind) => Object.values(phrases[kind]).flat())));
}

/**
 * Returns whether a message tells of an exposure that an urgent fact is about, such as the bite of a dog: for today at least. A
 * question about the illness, the news, and what happened years ago are none.
 * @param likely the likely languages, likeliest first
 */
export function tellsExposure(message: string, likely: readonly Locale[]): boolean {
  const urgent = findFacts(message, likely).filter(({ isUrgent }) => isUrgent);
  if (urgent.length === 0) return false;
  const found = getMatcher().find(splitWords(message));
  const has = (kind: (typeof KINDS)[number]): boolean =>
    Object.values(phrases[kind])
      .flat()
      .some((phrase) => found.has(phrase));
  const isLate = urgent.every(({ id }) => WITHIN_DAYS.has(id)) && has('weeksAgo');
  const isOfOthers = has('news') && !has('mine');
  return !isLate && !isOfOthers && !has('never') && (has('own') || !has('general'));
}
