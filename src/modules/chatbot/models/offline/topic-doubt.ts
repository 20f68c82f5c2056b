import { loadLanguageWords } from '../../language/detect-language';
import type { Intent } from '../../questions/intents';
import type { QuestionKind } from '../../questions/question-kinds';
import {
  asksYesOrNo,
  hasNameIn,
  hasWholeNameIn,
  isQuestion,
  startsOf,
  unexplainedWords,
} from '../../questions/understanding';
import type { Subject } from '../../topics/subject';
import type { TopicTexts } from '../../topics/topic-catalogue';
import type { Sentence } from './sentences';

/** Questions that the text about a pathology answers. */
const ANSWERED_QUESTIONS: readonly QuestionKind[] = [
  'what',
  'role',
  'doctor',
  'prevention',
  'vaccines',
  'diagnosis',
  'medicine',
  'sideEffects',
  'bloodPressure',
  'children',
  'pregnancy',
  'help',
];
/** What a text says that answers what a question wants to know. */
const ANSWERS: Partial<Record<Intent, RegExp>> = {
  cause:
    /because|caused|from|virus|germ|bacteri|parasit|parce que|à cause|vien(?:t|nent)|causé|microbe|por causa|vem|causad|micróbi|kwa sababu|husababishwa|hutok|vijidudu|بسبب|سببه|فيروس|جرثوم|جراثيم|طفيل|ميكروب/iu,
  time: /\b(?:days|weeks?|months?|jours|semaines?|mois|dias|semanas?|meses|wiki|miezi)\b|أيام|أسبوع|أسابيع|أشهر/iu,
  contagion:
    /pass(?:es|ed)? (?:by|from|on|to)|spread|contagious|infectious|inherit|germ|microbe|micróbi|vijidudu|جراثيم|جرثوم|transm|contagi|hérit|herda|passa (?:de|por|pel)|ambukiz|hurithi|ينتقل|معد|تعدي|عدوى|وراث/iu,
  cure: /\bcur(?:e|able)|guéri|curável|cura-se|\bcura\b|hupona|hutibika|unatibika|يُشفى|يشفى|شفاء/iu,
};

/** Returns what a question wants to know of a pathology and its text does not say. */
export function findOpenIntents({ about, advice }: TopicTexts, intents: ReadonlySet<Intent>): Intent[] {
  return [...intents].filter((intent) => ANSWERS[intent]?.test(`${about ?? ''} ${advice ?? ''}`) === false);
}

interface TopicQuestion {
  readonly message: string;
  readonly questions: ReadonlySet<QuestionKind>;
  readonly intents: ReadonlySet<Intent>;
  readonly subject: Subject;
}

/**
 * Returns the sentence that belongs before the text about a pathology: how a misspelt name was read, that the text does not answer
 * the question, or that the message does not name the pathology; none if it answers it.
 */
export function findDoubt(
  { name, about, advice }: TopicTexts,
  { message, questions, intents, subject }: TopicQuestion,
): Sentence | undefined {
  if (subject.isCorrected) return 'understood';
  if (about === null) return hasWholeNameIn(message, name) ? undefined : 'understood';
  if (subject.isSoon) return undefined;
  const text = `${about} ${advice ?? ''}`;
  const isAnswered = ANSWERED_QUESTIONS.some((question) => questions.has(question));
  const known = startsOf([name, text, ...subject.lexemes]);
  const unknown = unexplainedWords(message, known);
  if (intents.size > 0 && unknown.length === 0 && [...intents].every((intent) => ANSWERS[intent]?.test(text)))
    return hasNameIn(message, name) ? (isAnswered ? undefined : 'whatIKnow') : 'perhaps';
  const isNarrower = questions.has('what') && unknown.length > 0;
  const asks = isQuestion(message) || asksYesOrNo(message) || intents.size > 0;
  if (asks && (!isAnswered || isNarrower)) return 'notExactly';
  // A vein of the legs is none of the testicle.
  if (!asks && !isAnswered && unknown.some((word) => loadLanguageWords().catalogue.has(word)))
    return 'understood';
  const isDescribed = questions.has('help') || !isAnswered;
  return isDescribed && !hasNameIn(message, name) ? 'perhaps' : undefined;
}

/** Questions that naming a specialty answers, or that have a sentence of their own. */
const OWN_SENTENCES: readonly QuestionKind[] = [
  'doctor',
  'medicine',
  'sideEffects',
  'bloodPressure',
  'prevention',
  'unwell',
];

/** Returns whether a specialty is all that there is to say, and no question was for it. */
export function hasNoAnswer(questions: ReadonlySet<QuestionKind>): boolean {
  return !OWN_SENTENCES.some((question) => questions.has(question));
}
