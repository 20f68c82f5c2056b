import { LOCALES, type Locale } from '../../../../shared/locale';
import { Negation, PhraseMatcher, fold, negationWords, wordsOf } from '../../../triage';
import { type Question, SPEECH } from './speech';

/** How each language negates. A negation of one is an everyday word of another: `ni`, "neither" in French, is "is" in Swahili. */
export const NEGATIONS: Readonly<Record<Locale, Negation>> = {
  en: new Negation(negationWords('en')),
  fr: new Negation(negationWords('fr')),
  pt: new Negation(negationWords('pt')),
  ar: new Negation(arabicNegations()),
  sw: new Negation(negationWords('sw')),
};

/** In a question to a catalogue `ما` asks what something is; in a complaint, which triage reads, it negates. */
function arabicNegations() {
  const words = negationWords('ar');
  return { ...words, negations: words.negations.filter((word) => word !== 'ما') };
}

/** Recognises the questions of one language. Of "is it" and "is it contagious" only the longer counts. */
class QuestionReader {
  private readonly matcher: PhraseMatcher;
  private readonly questions: readonly (readonly [Question, readonly string[]])[];

  constructor(language: Locale) {
    const { questions } = SPEECH[language];
    this.questions = KINDS.map((kind) => [kind, questions[kind]]);
    this.matcher = new PhraseMatcher(Object.values(questions).flat(), []);
  }

  read(words: readonly string[]): Question[] {
    const { affirmed } = this.matcher.find(words);
    const telling = [...affirmed].filter(
      (phrase) => ![...affirmed].some((other) => other !== phrase && ` ${other} `.includes(` ${phrase} `)),
    );
    return this.questions
      .filter(([, phrases]) => phrases.some((phrase) => telling.includes(phrase)))
      .map(([question]) => question);
  }
}

const KINDS: readonly Question[] = [
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
  'thanks',
  'greeting',
  'help',
  'unwell',
];

/** "150/95", "15,5 sur 9", "١٥٠ على ٩٥": a value of the blood pressure, where that is what the message is about. */
const TWO_VALUES = /\b\d{2,3}(?:[.,]\d)?\s*(?:\/|over|sur|por|على|علي|kwa|juu ya)\s*\d{1,3}\b/u;

const readers = new Map(LOCALES.map((locale) => [locale, new QuestionReader(locale)]));

const questionWords = new Set(
  LOCALES.flatMap((locale) => Object.values(SPEECH[locale].questions).flat()).flatMap(wordsOf),
);

/** Whether people ask with it in one of the languages, so that it is no misspelt name of an illness. */
export function isQuestionWord(word: string): boolean {
  return questionWords.has(word);
}

/**
 * What a message asks. It is read in the likeliest languages first, and in the others where those recognise nothing.
 * @param likely best first
 */
export function questionsIn(message: string, likely: readonly Locale[]): ReadonlySet<Question> {
  const words = wordsOf(message);
  const inOrder = new Set([...likely, ...LOCALES]);
  const values: Question[] = TWO_VALUES.test(fold(message)) ? ['bloodPressure'] : [];
  for (const language of inOrder) {
    const found = readers.get(language)?.read(words) ?? [];
    if (found.length > 0) return new Set([...values, ...found]);
  }
  return new Set(values);
}
