import { LOCALES, type Locale } from '../../../shared/locale';
import { foldText, splitWords } from '../../../shared/words';
import { Negation } from './negation';
import negationWords from './negation-words.json';
import { PhraseMatcher } from './phrase-matcher';
import { QUESTION_PHRASES } from './question-kinds';
import type { QuestionKind } from './question-kinds';

/**
 * Negations by language, because one language's are another's everyday words: `ni`, "neither" in French, is "is" in Swahili.
 * Arabic `ما` is none here: it also asks what something is.
 */
export const NEGATIONS: Readonly<Record<Locale, Negation>> = {
  en: new Negation(negationWords.en),
  fr: new Negation(negationWords.fr),
  pt: new Negation(negationWords.pt),
  ar: new Negation(negationWords.ar),
  sw: new Negation(negationWords.sw),
};

/** Finds the kinds of questions in one language. */
class QuestionFinder {
  private readonly matcher: PhraseMatcher;
  private readonly phrases: readonly (readonly [QuestionKind, readonly string[]])[];

  constructor(language: Locale) {
    const questions = QUESTION_PHRASES[language];
    this.phrases = QUESTIONS.map((question) => [question, questions[question]]);
    this.matcher = new PhraseMatcher(Object.values(questions).flat());
  }

  find(words: readonly string[]): QuestionKind[] {
    const found = [...this.matcher.find(words)];
    // Of "is it" and "is it contagious" only the longer counts.
    const longest = found.filter(
      (phrase) => !found.some((other) => other !== phrase && ` ${other} `.includes(` ${phrase} `)),
    );
    return this.phrases
      .filter(([, phrases]) => phrases.some((phrase) => longest.includes(phrase)))
      .map(([question]) => question);
  }
}

const QUESTIONS: readonly QuestionKind[] = [
  'list',
  'about',
  'sideEffects',
  'medicine',
  'vaccines',
  'bloodPressure',
  'diagnosis',
  'children',
  'pregnancy',
  'role',
  'doctor',
  'prevention',
  'what',
  'nature',
  'thanks',
  'greeting',
  'help',
  'unwell',
];

/** A blood pressure: "150/95", "15,5 sur 9", "١٥٠ على ٩٥". */
const BLOOD_PRESSURE = /\b\d{2,3}(?:[.,]\d)?\s*(?:\/|over|sur|por|على|علي|kwa|juu ya)\s*\d{1,3}\b/u;

let finders: ReadonlyMap<Locale, QuestionFinder> | undefined;

/** Returns a finder for each language. The first call compiles the phrases. */
function getFinders(): ReadonlyMap<Locale, QuestionFinder> {
  return (finders ??= new Map(LOCALES.map((locale) => [locale, new QuestionFinder(locale)])));
}

let questionWords: ReadonlySet<string> | undefined;

/** Returns the words of the questions in all languages. The first call collects them. */
function getQuestionWords(): ReadonlySet<string> {
  return (questionWords ??= new Set(
    LOCALES.flatMap((locale) => Object.values(QUESTION_PHRASES[locale]).flat()).flatMap(splitWords),
  ));
}

let medicineNames: ReadonlySet<string> | undefined;

/** Whether a word is the name of a medicine in a question for medicines, which a text about another one does not explain. */
export function isMedicineName(word: string): boolean {
  medicineNames ??= new Set(
    LOCALES.flatMap((locale) => QUESTION_PHRASES[locale].medicine)
      .filter((phrase) => !/[ *]/.test(phrase))
      .flatMap(splitWords),
  );
  return medicineNames.has(word);
}

/** Compiles the questions before the first message. */
export function compileQuestions(): void {
  getFinders();
  getQuestionWords();
  isMedicineName('');
}

/** Whether a word is part of a question in any language, and so not a misspelt term. */
export function isQuestionWord(word: string): boolean {
  return getQuestionWords().has(word);
}

const VACCINE_WORD = /^(?:vaccin|vacina|immuni[sz]|chanjo|(?:ال|لل)?(?:لقاح|تطعيم))/u;

/** To take a bath is to take no medicine. */
const BATH = /\b(?:banho|duche|bain|douche|bath|shower)\b/u;

/** "Which food should I avoid" is no question for the prevention of an illness. */
const FOOD =
  /\b(?:foods?(?! poison)|eat|diet|drinks?|aliments?|manger|boire|alimentos?|comer|comida|beber|chakula|vyakula|kula)\b|طعام|اكل|ياكل|تاكل|اكله/u;
const AVOIDED = /\b(?:avoid|eviter|evitar|kuepuka|aepuke|epuka)|تجنب|يتجنب|ممنوع/u;

/**
 * Returns the questions of a message in the first language that has any.
 * @param likely the likely languages, likeliest first; the others follow
 */
export function findQuestions(message: string, likely: readonly Locale[]): ReadonlySet<QuestionKind> {
  const words = splitWords(message);
  const isAboutVaccine = words.some((word) => VACCINE_WORD.test(word));
  const isAboutFood = FOOD.test(foldText(message)) && AVOIDED.test(foldText(message));
  const isAboutBath = BATH.test(foldText(message));
  const bloodPressure: QuestionKind[] = BLOOD_PRESSURE.test(foldText(message)) ? ['bloodPressure'] : [];
  for (const language of new Set([...likely, ...LOCALES])) {
    const found = getFinders().get(language)?.find(words) ?? [];
    // The doses of a vaccine are no question for the dose of a medicine.
    const asked = found
      .map((kind) => (isAboutVaccine && kind === 'medicine' ? 'vaccines' : kind))
      .filter((kind) => !(kind === 'prevention' && isAboutFood) && !(kind === 'medicine' && isAboutBath));
    if (asked.length > 0) return new Set([...bloodPressure, ...asked]);
  }
  return new Set(bloodPressure);
}
