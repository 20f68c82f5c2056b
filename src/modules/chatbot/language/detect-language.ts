import { franc } from 'franc-min';
import { LOCALES, type Locale } from '../../../shared/locale';
import { foldText, splitWords } from '../../../shared/words';
import { languagesByCatalogueWord } from './catalogue-words';
import everydayWords from './everyday-words.json';

/** By the ISO 639-3 codes of franc. */
const FRANC_LOCALES: Readonly<Record<string, Locale>> = {
  eng: 'en',
  fra: 'fr',
  por: 'pt',
  arb: 'ar',
  swh: 'sw',
};
const FRANC_CODES = Object.keys(FRANC_LOCALES);

/** For shorter texts franc's result is random. */
const MIN_FRANC_LENGTH = 30;
/** Only the start of a text is read. */
const MAX_LENGTH = 1_000;
/** The least lead of a language's score over the next one, and that of a language that cannot be mistaken. */
const MIN_LEAD = 0.5;
const CLEAR_LEAD = 2;

type LanguagesByWord = ReadonlyMap<string, readonly Locale[]>;

interface Vocabulary {
  readonly everyday: LanguagesByWord;
  readonly catalogue: LanguagesByWord;
}

let vocabulary: Vocabulary | undefined;

/** Returns the words of all languages. The first call loads them, which takes about 0.1 s. */
export function loadLanguageWords(): Vocabulary {
  return (vocabulary ??= { everyday: languagesByEverydayWord(), catalogue: languagesByCatalogueWord() });
}

function languagesByEverydayWord(): LanguagesByWord {
  const languages = new Map<string, Locale[]>();
  for (const locale of LOCALES) {
    for (const word of new Set(everydayWords[locale].map(foldText)))
      languages.set(word, [...(languages.get(word) ?? []), locale]);
  }
  return languages;
}

/** Whether a word is an everyday word in any language. */
export function isEverydayWord(word: string): boolean {
  return loadLanguageWords().everyday.has(word);
}

/** Returns the language of a text, or undefined if the text is too short or too mixed. */
export function detectLanguage(text: string): Locale | undefined {
  const start = text.slice(0, MAX_LENGTH);
  if (isMostlyArabic(start)) return 'ar';
  const words = splitWords(start);
  const { everyday, catalogue } = loadLanguageWords();
  const language = languageByWords(words, everyday) ?? languageByWords(words, catalogue);
  if (language) return language;
  if (start.trim().length < MIN_FRANC_LENGTH) return undefined;
  return FRANC_LOCALES[franc(start, { only: FRANC_CODES, minLength: MIN_FRANC_LENGTH })];
}

/** Returns the language of a text that clearly is in one of them, or undefined: names of diseases are alike in many. */
export function detectClearLanguage(text: string): Locale | undefined {
  const start = text.slice(0, MAX_LENGTH);
  if (isMostlyArabic(start)) return 'ar';
  return languageByWords(splitWords(start), loadLanguageWords().everyday, CLEAR_LEAD);
}

/** Returns the language with the most words, if its lead is clear. A word of several languages counts in part for each. */
function languageByWords(
  words: readonly string[],
  languagesByWord: LanguagesByWord,
  minLead = MIN_LEAD,
): Locale | undefined {
  const scores = new Map<Locale, number>();
  for (const word of words) {
    const languages = languagesByWord.get(word) ?? [];
    for (const locale of languages) scores.set(locale, (scores.get(locale) ?? 0) + 1 / languages.length);
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  return first && first[1] - (second?.[1] ?? 0) >= minLead ? first[0] : undefined;
}

function isMostlyArabic(text: string): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return arabic > latin;
}
