import { LOCALES, type Locale } from '../../../pages/locale';
import arabic from '../../danger-signs/danger-signs.ar.json';
import english from '../../danger-signs/danger-signs.en.json';
import french from '../../danger-signs/danger-signs.fr.json';
import portuguese from '../../danger-signs/danger-signs.pt.json';
import swahili from '../../danger-signs/danger-signs.sw.json';
import { Negation, PhraseMatcher } from '../../phrases/phrase-matcher';
import { wordsOf } from '../../phrases/words';
import { type Question, SPEECH } from './speech';

/** How each language negates. A negation of one is an everyday word of another: `ni`, "neither" in French, is "is" in Swahili. */
export const NEGATIONS: Readonly<Record<Locale, Negation>> = {
  en: new Negation(english),
  fr: new Negation(french),
  pt: new Negation(portuguese),
  // In a question to a catalogue it asks what something is; in a complaint, which the danger signs read, it denies.
  ar: new Negation({ ...arabic, negations: arabic.negations.filter((word) => word !== 'ما') }),
  sw: new Negation(swahili),
};

/** Recognises the questions of one language. */
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
    return this.questions
      .filter(([, phrases]) => phrases.some((phrase) => affirmed.has(phrase)))
      .map(([question]) => question);
  }
}

const KINDS: readonly Question[] = [
  'list',
  'about',
  'medicine',
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
];

const readers = new Map(LOCALES.map((locale) => [locale, new QuestionReader(locale)]));

/**
 * What a message asks. It is read in the likeliest languages first, and in the others where those recognise nothing.
 * @param likely best first
 */
export function questionsIn(message: string, likely: readonly Locale[]): ReadonlySet<Question> {
  const words = wordsOf(message);
  const inOrder = new Set([...likely, ...LOCALES]);
  for (const language of inOrder) {
    const found = readers.get(language)?.read(words) ?? [];
    if (found.length > 0) return new Set(found);
  }
  return new Set();
}
