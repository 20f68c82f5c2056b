import { franc } from 'franc-min';
import { LOCALES, type Locale } from '../../../shared/locale';
import { foldText, splitWords } from '../../triage';
import { languagesByCatalogueWord } from './catalogue-words';
import tellingWords from './telling-words.json';

/** ISO 639-3, as franc names languages. */
const FRANC: Readonly<Record<string, Locale>> = { eng: 'en', fra: 'fr', por: 'pt', arb: 'ar', swh: 'sw' };
const FRANC_CODES = Object.keys(FRANC);

/** Shorter texts are told apart by their letters no better than by chance. */
const SHORTEST_FOR_LETTERS = 30;
/** Of a long text the beginning is read. */
const LONGEST = 1_000;
/** How far one language's words have to be ahead of the next one's. */
const CLEAR_LEAD = 0.5;

type LanguagesByWord = ReadonlyMap<string, readonly Locale[]>;

interface Vocabulary {
  readonly everyday: LanguagesByWord;
  readonly catalogue: LanguagesByWord;
}

let vocabulary: Vocabulary | undefined;

/** Read on first use, which takes a tenth of a second. */
function knownWords(): Vocabulary {
  return (vocabulary ??= { everyday: languagesByWord(), catalogue: languagesByCatalogueWord() });
}

/** Reads the words of all languages, so that the first message does not wait for it. */
export function prepareLanguages(): void {
  knownWords();
}

/** The words that tell a language from the others, and how much one occurrence says. */
function languagesByWord(): LanguagesByWord {
  const languages = new Map<string, Locale[]>();
  for (const locale of LOCALES) {
    for (const word of new Set(tellingWords[locale].map(foldText)))
      languages.set(word, [...(languages.get(word) ?? []), locale]);
  }
  return languages;
}

/** Whether it is an everyday word of one of the languages. */
export function isEverydayWord(word: string): boolean {
  return knownWords().everyday.has(word);
}

/** The language that a text is written in; undefined where it is too short or too mixed to tell. */
export function detectLanguage(text: string): Locale | undefined {
  const beginning = text.slice(0, LONGEST);
  if (isMostlyArabic(beginning)) return 'ar';
  const words = splitWords(beginning);
  const { everyday, catalogue } = knownWords();
  const telling = leader(words, everyday) ?? leader(words, catalogue);
  if (telling) return telling;
  if (beginning.trim().length < SHORTEST_FOR_LETTERS) return undefined;
  return FRANC[franc(beginning, { only: FRANC_CODES, minLength: SHORTEST_FOR_LETTERS })];
}

/** The language whose words a text has, where it is clearly ahead of the others. */
function leader(words: readonly string[], languagesOfWord: LanguagesByWord): Locale | undefined {
  const scores = new Map<Locale, number>();
  for (const word of words) {
    const languages = languagesOfWord.get(word) ?? [];
    for (const locale of languages) scores.set(locale, (scores.get(locale) ?? 0) + 1 / languages.length);
  }
  const [first, second] = [...scores].sort(([, a], [, b]) => b - a);
  return first && first[1] - (second?.[1] ?? 0) >= CLEAR_LEAD ? first[0] : undefined;
}

function isMostlyArabic(text: string): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return arabic > latin;
}
