import { type Locale, LOCALES } from '../../../shared/locale';
import { memoize } from '../../../shared/memoize';
import { isPunctuation, splitWords } from '../../../shared/words';
import { type Context, type Danger, DANGER_SIGNS, type DangerSign } from '../signs/danger-sign';
import { loadSignRules } from '../signs/sign-rules';
import type { Exclusions, References } from './exclusions';
import { LanguageReader, type OccurrenceFilter } from './language-reader';

/** A language is spoken in a message if it knows this share of the words that the best language knows. */
const MIN_SPOKEN_SHARE = 0.5;
/** How many known words a word of a sign counts for in choosing the language. */
const SIGN_WORD_WEIGHT = 2;
/** Read as "haha". */
const LAUGHING_EMOJI = /[😂🤣😆😹]/gu;

/** Returns the reader of a language. The first call compiles its rules, which takes up to 0.2 s. */
export const getLanguageReader = memoize(
  (locale: Locale) => new LanguageReader(locale, loadSignRules(locale)),
);

/** Returns a reader for each language, and compiles the rules that have not been. */
function getLanguageReaders(): readonly LanguageReader[] {
  return LOCALES.map(getLanguageReader);
}

/** A language, and how many words of the message it knows. */
interface LanguageMatch {
  readonly reader: LanguageReader;
  readonly knownWords: number;
}

/** What the rules find in a message. */
export interface MessageReading {
  readonly contexts: readonly Context[];
  /** @param earlierContexts known from earlier messages */
  findByRules(earlierContexts: ReadonlySet<Context>): Danger | undefined;
  /** Returns whether a sign counts although an exclusion stands beside it, for example of another person. */
  hasRejectedExclusion(earlierContexts: ReadonlySet<Context>): boolean;
  /** Returns the signs that are not negated, even if they are excluded. There may be none. */
  findMentioned(earlierContexts: ReadonlySet<Context>): Danger;
}

/** Limits how many unknown words are corrected, because each takes up to 2 ms. */
export class SpellingBudget {
  private remaining = 40;

  /** Takes one word from the budget. Returns false if none remains. */
  take(): boolean {
    this.remaining -= 1;
    return this.remaining >= 0;
  }
}

/**
 * Reads a message by the rules of all languages, because people mix them.
 * @param budget shared by all messages of one triage
 */
export function readMessage(message: string, budget: SpellingBudget): MessageReading {
  const readers = getLanguageReaders();
  const separated = splitWords(message.replace(LAUGHING_EMOJI, ' haha ')).flatMap(separateWord);
  const written = separated.filter(
    (word, position) => !readers.some((reader) => reader.isRepeatedNegation(word, separated[position - 1])),
  );
  const matches = matchLanguages(written);
  const mostKnownWords = matches[0]?.knownWords ?? 0;
  const spoken = matches
    .filter(({ knownWords }) => knownWords >= mostKnownWords * MIN_SPOKEN_SHARE)
    .map(({ reader }) => reader);
  const words = written.flatMap((word) => expandWord(word, spoken));

  const canBeMisspelt = memoize(
    (word: string) =>
      /^\p{L}+$/u.test(word) &&
      !spoken.some((reader) => reader.isKnown(word)) &&
      !readers.some((reader) => reader.isCommon(word)) &&
      budget.take(),
  );
  const foreignWords = new Map<LanguageReader, (word: string) => boolean>();
  const found = new Map(
    matches.map(({ reader, knownWords }) => {
      // "Uma cobra" is "a snake" in Portuguese, but "uma" is "to bite" in Swahili, which knows fewer words of the message.
      const better = matches.filter((each) => each.knownWords > knownWords && spoken.includes(each.reader));
      // In a Portuguese message "no" means "in the", and is no English negation.
      const isForeign = (word: string) =>
        (!reader.isCommon(word) || reader.isNegation(word)) &&
        better.some((other) => other.reader.isCommon(word) && !other.reader.isNegation(word));
      foreignWords.set(reader, isForeign);
      const canCorrect = spoken.includes(reader) ? canBeMisspelt : () => false;
      return [reader, reader.findPhrases(words, canCorrect, isForeign)];
    }),
  );
  const foundInSpoken = [...found].filter(([reader]) => spoken.includes(reader));
  const referencesByLanguage = foundInSpoken.map(([reader, phrases]) => reader.findReferences(phrases));
  const references: References = {
    people: referencesByLanguage.flatMap(({ people }) => people),
    present: referencesByLanguage.flatMap(({ present }) => present),
    mentions: referencesByLanguage.flatMap(({ mentions }) => mentions),
  };
  // Most messages mention no sign or person that could be excluded.
  let created: readonly Exclusions[] | undefined;
  const getExclusions = () =>
    (created ??= foundInSpoken.map(([reader, phrases]) => {
      const isForeign = foreignWords.get(reader);
      const ownWords = words.map((word) => (reader.isNegation(word) && isForeign?.(word) ? '' : word));
      return reader.createExclusions(ownWords, phrases, references);
    }));
  const isNotNegated: OccurrenceFilter = (occurrence) =>
    !getExclusions().some((each) => each.isNegated(occurrence));
  // Many phrases occur at the same position.
  const countsByKey = new Map<string, boolean>();
  const counts: OccurrenceFilter = (occurrence, sign) => {
    const key = `${occurrence.start} ${occurrence.end} ${sign ?? ''}`;
    const known = countsByKey.get(key);
    if (known !== undefined) return known;
    const result = !getExclusions().some(
      (each) => each.isNegated(occurrence) || (sign !== undefined && each.isExcluded(occurrence, sign)),
    );
    countsByKey.set(key, result);
    return result;
  };
  const contexts = [...found].flatMap(([reader, phrases]) => reader.findContexts(phrases, counts));

  const findSigns = (reader: LanguageReader, earlier: ReadonlySet<Context>, filter: OccurrenceFilter) => {
    const phrases = found.get(reader);
    return phrases ? reader.findSigns(phrases, new Set([...contexts, ...earlier]), filter) : [];
  };
  const findByRules = (earlier: ReadonlySet<Context>, filter: OccurrenceFilter): Danger | undefined => {
    const signs = new Set<DangerSign>();
    let best: { readonly locale: Locale; readonly score: number } | undefined;
    for (const { reader, knownWords } of matches) {
      const foundSigns = findSigns(reader, earlier, filter);
      if (foundSigns.length === 0) continue;
      for (const { sign } of foundSigns) signs.add(sign);
      const positions = new Set(foundSigns.flatMap((each) => [...each.positions]));
      const score = knownWords + SIGN_WORD_WEIGHT * positions.size;
      if (!best || score > best.score) best = { locale: reader.locale, score };
    }
    // Without a mention of a person, the message may be about the child of an earlier message.
    const ownOrEarlier = new Set([...contexts, ...(references.mentions.length === 0 ? earlier : [])]);
    const isChild = ownOrEarlier.has('newborn') || ownOrEarlier.has('child');
    if (isChild && (signs.has('unconscious') || signs.has('breathing'))) signs.add('smallChild');
    return best && { signs: DANGER_SIGNS.filter((sign) => signs.has(sign)), language: best.locale };
  };
  return {
    contexts,
    findByRules: (earlier) => findByRules(earlier, counts),
    hasRejectedExclusion: (earlier) =>
      readers
        .flatMap((reader) => findSigns(reader, earlier, counts))
        .some(({ positions }) => {
          const beside = [...positions].flatMap((start) =>
            getExclusions().flatMap((each) => [...each.checkBeside({ start, end: start + 1 })]),
          );
          return beside.includes('rejected') && !beside.includes('excluded');
        }),
    findMentioned: (earlier) =>
      findByRules(earlier, isNotNegated) ?? { signs: [], language: matches[0]?.reader.locale ?? 'en' },
  };
}

/** Returns every language, the one with most known words first. Equal ones are in the order of the locales. */
function matchLanguages(words: readonly string[]): LanguageMatch[] {
  return getLanguageReaders()
    .map((reader) => {
      const isKnown = memoize((word: string) => !isPunctuation(word) && reader.isKnown(word));
      return { reader, knownWords: words.filter(isKnown).length };
    })
    .sort((a, b) => b.knownWords - a.knownWords);
}

/** Separates a number from its unit and a word from its negation, and shortens repeated letters. */
function separateWord(word: string): string[] {
  const readers = getLanguageReaders();
  if (isPunctuation(word)) return [word];
  if (/(\p{L})\1\1/u.test(word)) {
    const doubled = word.replace(/(\p{L})\1{2,}/gu, '$1$1');
    const single = word.replace(/(\p{L})\1{2,}/gu, '$1');
    return [[doubled, single].find((short) => readers.some((reader) => reader.has(short))) ?? single];
  }
  const quantity = /^(\d{1,4})(\p{L}+)$/u.exec(word);
  if (quantity && !readers.some((reader) => reader.has(word))) return quantity.slice(1);
  return readers.map((reader) => reader.splitNegation(word)).find((parts) => parts !== undefined) ?? [word];
}

/**
 * Returns the words that an abbreviation, a misspelling or an elision stands for. The first spoken language that has the word
 * decides: "n" is "and" in English, but the negation "n'" in French.
 */
function expandWord(word: string, spoken: readonly LanguageReader[]): readonly string[] {
  const reader = spoken.find((each) => each.has(word));
  const replacement = reader?.spellings.get(word);
  if (replacement) return replacement;
  if (spoken.some((each) => each.isKnown(word))) return [word];
  return spoken.map((each) => each.splitElision(word)).find((parts) => parts !== undefined) ?? [word];
}
