import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { foldText } from '../../../shared/words';
import { meaningsOf } from '../classifier/word-meanings';
import { Phrase, maskPhrases } from '../red-flags/phrase';
import { findContexts } from '../red-flags/red-flags';
import file from './adult-ages.json';
import type { Assessment } from './assessment';
import type { Context } from './danger-sign';

const text = z.string().min(1);

const adultAgesSchema = z.strictObject({
  about: z.array(text),
  ages: z.record(z.enum(LOCALES), z.array(text).min(1)),
  /** Separated by spaces. */
  others: z.record(z.enum(LOCALES), text),
});

interface AdultAges {
  /** In all languages, because people mix them. */
  readonly ages: readonly Phrase[];
  readonly others: ReadonlySet<string>;
}

let loaded: AdultAges | undefined;

function getAdultAges(): AdultAges {
  if (loaded) return loaded;
  const { ages, others } = adultAgesSchema.parse(file);
  return (loaded = {
    ages: Object.values(ages)
      .flat()
      .map((phrase) => new Phrase(phrase)),
    others: new Set(foldText(Object.values(others).join(' ')).split(' ')),
  });
}

/** Persons who are no adults. */
const YOUNG: readonly Context[] = ['newborn', 'infant', 'child'];

export function isYoung(context: Context): boolean {
  return YOUNG.includes(context);
}

/** Meanings of words for others, of whom nobody knows the age. */
const OTHERS = ['baby', 'child', 'family'];

function namesOthers(words: readonly string[]): boolean {
  const { others } = getAdultAges();
  return (
    [...findContexts(words)].some(isYoung) ||
    words.some((word) => others.has(word) || meaningsOf(word).some((meaning) => OTHERS.includes(meaning)))
  );
}

/**
 * Returns whether an adult who says the own age writes a message, and of nobody else.
 * @param words from `splitWords`
 */
export function saysAdultAge(words: readonly string[]): boolean {
  const masked = maskPhrases(words, getAdultAges().ages);
  return masked.some((word, at) => word !== words[at]) && !namesOthers(masked);
}

/** Returns a reading of an adult without the sign of small children. The urgency stays: it may have another cause. */
export function withoutSmallChild<Reading extends Pick<Assessment, 'signs'>>(found: Reading): Reading {
  return { ...found, signs: found.signs.filter((sign) => sign !== 'smallChild') };
}
