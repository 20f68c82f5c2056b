import { franc } from 'franc-min';
import { LOCALES, type Locale } from '../../pages/locale';
import { fold, wordsOf } from '../phrases/words';
import tellingWords from './telling-words.json';

/** ISO 639-3, as franc names languages. */
const FRANC: Readonly<Record<string, Locale>> = { eng: 'en', fra: 'fr', por: 'pt', arb: 'ar', swh: 'sw' };
const FRANC_CODES = Object.keys(FRANC);

/** Shorter texts are told apart by their letters no better than by chance. */
const SHORTEST_FOR_LETTERS = 20;
/** Of a long text the beginning is read. */
const LONGEST = 1_000;
/** How far one language's words have to be ahead of the next one's. */
const CLEAR_LEAD = 0.5;

const languagesOf = languagesByWord();

/** The words that tell a language from the others, and how much one occurrence says. */
function languagesByWord(): ReadonlyMap<string, readonly Locale[]> {
  const languages = new Map<string, Locale[]>();
  for (const locale of LOCALES) {
    for (const word of new Set(tellingWords[locale].map(fold)))
      languages.set(word, [...(languages.get(word) ?? []), locale]);
  }
  return languages;
}

/** Whether it is an everyday word of one of the languages. */
export function isEverydayWord(word: string): boolean {
  return languagesOf.has(word);
}

/** The language that a text is written in; undefined where it is too short or too mixed to tell. */
export function detectLanguage(text: string): Locale | undefined {
  const beginning = text.slice(0, LONGEST);
  if (isMostlyArabic(beginning)) return 'ar';
  const [first, second] = byWords(beginning);
  if (first && first.score - (second?.score ?? 0) >= CLEAR_LEAD) return first.locale;
  if (beginning.trim().length < SHORTEST_FOR_LETTERS) return undefined;
  return FRANC[franc(beginning, { only: FRANC_CODES, minLength: SHORTEST_FOR_LETTERS })];
}

function byWords(text: string): { locale: Locale; score: number }[] {
  const scores = new Map<Locale, number>();
  for (const word of wordsOf(text)) {
    const languages = languagesOf.get(word) ?? [];
    for (const locale of languages) scores.set(locale, (scores.get(locale) ?? 0) + 1 / languages.length);
  }
  return [...scores].map(([locale, score]) => ({ locale, score })).sort((a, b) => b.score - a.score);
}

function isMostlyArabic(text: string): boolean {
  const arabic = text.match(/\p{Script=Arabic}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return arabic > latin;
}
