import { franc } from 'franc-min';
import { z } from 'zod';
import { isPunctuation, splitWords } from '../../../shared/words';
import { loadLanguageWords } from './detect-language';
import file from './foreign-words.json';

const wordsSchema = z.strictObject({
  about: z.array(z.string()),
  /** By language: words that are separated by spaces. */
  words: z.record(z.string(), z.string()),
});

/** Only the start of a text is read. */
const MAX_LENGTH = 1_000;

/** Words of this length also count by their beginning, because many of the languages add endings and prefixes. */
const BEGINNING = 5;

/** In a message of at most this many words, one word of a language is enough. */
const FEW_WORDS = 3;
const MIN_SHARE = 0.25;

/** A message of at least so many words is foreign if no more than this part of them is known. */
const MIN_WORDS = 4;
const MAX_KNOWN_SHARE = 1 / 8;

/** Scripts of languages of Africa that the assistant does not understand: Ethiopic, Tifinagh, N'Ko, Vai, Adlam. */
const FOREIGN_SCRIPT =
  /[\p{Script=Ethiopic}\p{Script=Tifinagh}\p{Script=Nko}\p{Script=Vaii}\p{Script=Adlam}]/gu;
const MIN_FOREIGN_LETTERS = 3;

/** Codes of franc for the five languages. */
const UNDERSTOOD = new Set(['eng', 'fra', 'por', 'arb', 'swh']);

const HOOKED: Readonly<Record<string, string>> = {
  ɗ: 'd',
  ɓ: 'b',
  ƙ: 'k',
  ŋ: 'n',
  ɛ: 'e',
  ɔ: 'o',
  ǝ: 'e',
  ƴ: 'y',
};

interface ForeignWords {
  readonly words: ReadonlySet<string>;
  /** None of them begins a word of the five languages. */
  readonly beginnings: ReadonlySet<string>;
}

let loaded: readonly ForeignWords[] | undefined;

function loadForeignWords(): readonly ForeignWords[] {
  if (loaded) return loaded;
  const { everyday, catalogue } = loadLanguageWords();
  const known = new Set([...everyday.keys(), ...catalogue.keys()].map((word) => word.slice(0, BEGINNING)));
  return (loaded = Object.values(wordsSchema.parse(file).words).map((list) => {
    const words = list.split(' ');
    const beginnings = words
      .filter(({ length }) => length >= BEGINNING)
      .map((word) => word.slice(0, BEGINNING));
    return {
      words: new Set(words),
      beginnings: new Set(beginnings.filter((beginning) => !known.has(beginning))),
    };
  }));
}

/**
 * Returns whether a message is in a language that is not one of the five: it has a script of its own, several words of such a
 * language, or hardly any known word. Names of diseases and English words in it do not change that.
 */
export function isForeignLanguage(text: string): boolean {
  const message = text.slice(0, MAX_LENGTH);
  if ((message.match(FOREIGN_SCRIPT)?.length ?? 0) >= MIN_FOREIGN_LETTERS) return true;
  const words = splitWords(
    message.replace(/[ɗɓƙŋɛɔǝƴ]/giu, (letter) => HOOKED[letter.toLowerCase()] ?? letter),
  ).filter((word) => !isPunctuation(word));
  const counts = loadForeignWords().map(({ words: known, beginnings }) => ({
    whole: words.filter((word) => known.has(word)).length,
    all: words.filter((word) => known.has(word) || beginnings.has(word.slice(0, BEGINNING))).length,
  }));
  if (words.length <= FEW_WORDS && counts.some(({ whole }) => whole > 0)) return true;
  if (counts.some(({ all }) => all > 1 && all >= MIN_SHARE * words.length)) return true;
  return isUnknown(words) && !UNDERSTOOD.has(franc(message, { minLength: 1 }));
}

/** Returns whether words in Latin letters are hardly ever of the five languages. One letter is a word in most of them. */
function isUnknown(words: readonly string[]): boolean {
  const longer = words.filter(({ length }) => length > 1);
  if (longer.length < MIN_WORDS || !longer.every((word) => /^[\p{Script=Latin}\d]+$/u.test(word)))
    return false;
  return longer.filter(isKnown).length <= MAX_KNOWN_SHARE * longer.length;
}

function isKnown(word: string): boolean {
  const { everyday, catalogue } = loadLanguageWords();
  return /\d/.test(word) || everyday.has(word) || catalogue.has(word);
}
