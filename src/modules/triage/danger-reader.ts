import { type Locale, LOCALES } from '../../shared/locale';
import type { Concern } from './circumstances';
import { isPause, wordsOf } from './phrases/words';
import { type Judgement, LanguageReader } from './language-reader';
import { signRules } from './sign-rules';
import { type Context, type Danger, DANGER_SIGNS, type DangerSign } from './signs';

/** A language counts as spoken in a message that has at least this share of the words that the best known one has. */
const SPOKEN_SHARE = 0.5;
/** How much more a word of a sign says about the language than any other known word. */
const SIGN_WEIGHT = 2;
/** Who laughs may not write it; these are read as "haha". */
const LAUGHING_FACES = /[😂🤣😆😹]/gu;

let compiled: readonly LanguageReader[] | undefined;

/** Compiled when a message first asks for them: that takes up to a second, which a process without messages need not spend. */
export function languageReaders(): readonly LanguageReader[] {
  return (compiled ??= LOCALES.map((locale) => new LanguageReader(locale, signRules(locale))));
}

interface Familiarity {
  readonly reader: LanguageReader;
  /** How many words of the message the language knows. */
  readonly words: number;
}

/** The signs in a message for somebody of whom these contexts are known, and what it says of them. */
export interface MessageReading {
  readonly contexts: readonly Context[];
  /** What the rules find. */
  danger(earlier: ReadonlySet<Context>): Danger | undefined;
  /** Whether it is known why a message looks harmless in which they find it: another person is well, or it is put as a question. */
  isDespiteLooks(earlier: ReadonlySet<Context>): boolean;
  /** What is named and not denied, though it is past, a question, or somebody else's; without signs where none is. */
  mentioned(earlier: ReadonlySet<Context>): Danger;
}

/** Bounds how many unknown words are compared with every word of the rules, which takes up to two milliseconds for each. */
export class Guesses {
  private left = 40;

  /** Whether one more word may be. */
  take(): boolean {
    this.left -= 1;
    return this.left >= 0;
  }
}

/**
 * Reads a message by the rules of every language: people mix them.
 * @param guesses of all messages that are read together
 */
export function readMessage(message: string, guesses: Guesses): MessageReading {
  const readers = languageReaders();
  const apart = wordsOf(message.replace(LAUGHING_FACES, ' haha ')).flatMap(split);
  const written = apart.filter(
    (word, place) => !readers.some((reader) => reader.repeatsNegation(word, apart[place - 1])),
  );
  const familiarities = familiaritiesOf(written);
  const best = familiarities[0]?.words ?? 0;
  const spoken = familiarities
    .filter(({ words }) => words >= best * SPOKEN_SHARE)
    .map(({ reader }) => reader);
  const words = written.flatMap((word) => spelt(word, spoken));

  const mayBeMisspelt = remembered(
    (word) =>
      /^\p{L}+$/u.test(word) &&
      !spoken.some((reader) => reader.knows(word)) &&
      !readers.some((reader) => reader.isCommon(word)) &&
      guesses.take(),
  );
  const foreign = new Map<LanguageReader, (word: string) => boolean>();
  const found = new Map(
    familiarities.map(({ reader, words: known }) => {
      // "uma cobra" is a snake in Portuguese; to Swahili, which knows less of the message, it bites.
      const better = familiarities.filter((other) => other.words > known && spoken.includes(other.reader));
      // "No" is "in the" in Portuguese, and then no English negation.
      const isForeign = (word: string) =>
        (!reader.isCommon(word) || reader.negates(word)) &&
        better.some((other) => other.reader.isCommon(word) && !other.reader.negates(word));
      foreign.set(reader, isForeign);
      const misspelt = spoken.includes(reader) ? mayBeMisspelt : () => false;
      return [reader, reader.find(words, misspelt, isForeign)];
    }),
  );
  const foundInSpoken = [...found].filter(([reader]) => spoken.includes(reader));
  const concerns = foundInSpoken.map(([reader, phrases]) => reader.concern(phrases));
  const concern: Concern = {
    people: concerns.flatMap(({ people }) => people),
    present: concerns.flatMap(({ present }) => present),
    mentions: concerns.flatMap(({ mentions }) => mentions),
  };
  const circumstances = foundInSpoken.map(([reader, phrases]) => {
    const isForeign = foreign.get(reader);
    const own = words.map((word) => (reader.negates(word) && isForeign?.(word) ? '' : word));
    return reader.circumstances(own, phrases, concern);
  });
  // Many phrases are found at the same place.
  const judged = new Map<string, boolean>();
  const counts: Judgement = (occurrence, sign) => {
    const key = `${occurrence.start} ${occurrence.end} ${sign ?? ''}`;
    const before = judged.get(key);
    if (before !== undefined) return before;
    const now = !circumstances.some(
      (each) => each.denies(occurrence) || (sign !== undefined && each.excuses(occurrence, sign)),
    );
    judged.set(key, now);
    return now;
  };
  const contexts = [...found].flatMap(([reader, phrases]) => reader.contexts(phrases, counts));

  const signsOf = (reader: LanguageReader, earlier: ReadonlySet<Context>, judgement: Judgement) => {
    const phrases = found.get(reader);
    return phrases ? reader.signs(phrases, new Set([...contexts, ...earlier]), judgement) : [];
  };
  const dangerOf = (earlier: ReadonlySet<Context>, judgement: Judgement): Danger | undefined => {
    const signs = new Set<DangerSign>();
    let told: { readonly locale: Locale; readonly score: number } | undefined;
    for (const { reader, words: familiar } of familiarities) {
      const here = signsOf(reader, earlier, judgement);
      if (here.length === 0) continue;
      for (const { sign } of here) signs.add(sign);
      const places = new Set(here.flatMap((each) => [...each.places]));
      const score = familiar + SIGN_WEIGHT * places.size;
      if (!told || score > told.score) told = { locale: reader.locale, score };
    }
    // Who is not named may be the child of an earlier message.
    const concerned = new Set([...contexts, ...(concern.mentions.length === 0 ? earlier : [])]);
    const isChild = concerned.has('newborn') || concerned.has('child');
    if (isChild && (signs.has('unconscious') || signs.has('breathing'))) signs.add('smallChild');
    return told && { signs: DANGER_SIGNS.filter((sign) => signs.has(sign)), language: told.locale };
  };
  return {
    contexts,
    danger: (earlier) => dangerOf(earlier, counts),
    isDespiteLooks: (earlier) =>
      readers
        .flatMap((reader) => signsOf(reader, earlier, counts))
        .some(({ places }) => {
          const around = [...places].flatMap((start) =>
            circumstances.flatMap((each) => [...each.around({ start, end: start + 1 })]),
          );
          return around.includes('despite') && !around.includes('harmless');
        }),
    mentioned: (earlier) =>
      dangerOf(earlier, (occurrence) => !circumstances.some((each) => each.denies(occurrence))) ?? {
        signs: [],
        language: familiarities[0]?.reader.locale ?? 'en',
      },
  };
}

/** Every language, the most familiar first; among equals in the order of the locales. */
function familiaritiesOf(words: readonly string[]): Familiarity[] {
  return languageReaders()
    .map((reader) => {
      const knows = remembered((word) => reader.knows(word));
      return { reader, words: words.filter(knows).length };
    })
    .sort((a, b) => b.words - a.words);
}

/** A number from the unit that is written next to it, a word from its negation and from the letters that it is drawn out with. */
function split(word: string): string[] {
  const readers = languageReaders();
  if (isPause(word)) return [word];
  if (/(\p{L})\1\1/u.test(word)) {
    const doubled = word.replace(/(\p{L})\1{2,}/gu, '$1$1');
    const single = word.replace(/(\p{L})\1{2,}/gu, '$1');
    return [[doubled, single].find((short) => readers.some((reader) => reader.has(short))) ?? single];
  }
  const quantity = /^(\d{1,4})(\p{L}+)$/u.exec(word);
  if (quantity && !readers.some((reader) => reader.has(word))) return quantity.slice(1);
  return (
    readers.map((reader) => reader.apartFromNegation(word)).find((parts) => parts !== undefined) ?? [word]
  );
}

/** What is meant by a word to the best known language that knows it: "n" is "and" in English and no word to rewrite in French. */
function spelt(word: string, spoken: readonly LanguageReader[]): readonly string[] {
  const reader = spoken.find((each) => each.has(word));
  const meant = reader?.spellings.get(word);
  if (meant) return meant;
  if (spoken.some((each) => each.knows(word))) return [word];
  return spoken.map((each) => each.apartFromElision(word)).find((parts) => parts !== undefined) ?? [word];
}

function remembered(judge: (word: string) => boolean): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const now = !isPause(word) && judge(word);
    known.set(word, now);
    return now;
  };
}
