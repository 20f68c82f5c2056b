import { splitWords } from '../../../../shared/words';
import { loadLanguageWords } from '../../language/detect-language';
import { type Fact, matchLength } from './facts';
import type { Subject } from './subject';
import type { QuestionKind, Sentence } from './texts';
import type { TopicTexts } from './topic-catalogue';
import { hasNameIn, isQuestion, startsOf, unexplainedWords } from './understanding';

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
/** A fact found by fewer words may be about something else. */
const MIN_CLEAR_LENGTH = 3;
const MAX_UNEXPLAINED_WORDS = 3;
/** Shorter words of the catalogue are words of everyday, too. */
const MIN_NAME_LENGTH = 7;

/** Facts about food in general, which say nothing on most single foods. */
const FOOD_FACTS: ReadonlySet<string> = new Set([
  'pregnancyFood',
  'diabetesFood',
  'pressureFood',
  'goutFood',
  'cholesterolFood',
]);
const EATEN =
  /(?:^| )(?:eat|drink|manger|boire|comer|beber|kula|kunywa|اكل|تاكل|ياكل|اشرب|تشرب) (?:(?:some|any|raw|de|du|des|la|le|les|l|o|a|os|as) )*(\p{L}+)/u;

/** Returns the food that a message asks about; an empty text if it names none. */
function namedFood(message: string): string {
  return EATEN.exec(splitWords(message).join(' '))?.[1] ?? '';
}

/** Returns whether a fact explains so few words of a message that it may be about something else. */
export function isUnclear(fact: Fact, message: string): boolean {
  if (fact.isUrgent) return false;
  const unexplained = unexplainedWords(message, startsOfFact(fact));
  const isShort = matchLength(fact, message) < MIN_CLEAR_LENGTH;
  if (FOOD_FACTS.has(fact.id) && unexplained.includes(namedFood(message))) return true;
  return (isShort && unexplained.length > MAX_UNEXPLAINED_WORDS) || unexplained.some(isCatalogueWord);
}

/** Returns whether a message has a word that a fact does not explain: a medicine beside the one that the fact is about. */
export function hasUnknownWords(fact: Fact, message: string): boolean {
  return unexplainedWords(message, startsOfFact(fact)).length > 0;
}

const startsByFact = new WeakMap<Fact, ReadonlySet<string>>();

/** Returns the starts of the words in phrases and texts of a fact: thousands in all languages, so they are kept. */
function startsOfFact(fact: Fact): ReadonlySet<string> {
  const known =
    startsByFact.get(fact) ?? startsOf([...Object.values(fact.phrases).flat(), ...Object.values(fact.texts)]);
  startsByFact.set(fact, known);
  return known;
}

function isCatalogueWord(word: string): boolean {
  return word.length >= MIN_NAME_LENGTH && loadLanguageWords().catalogue.has(word);
}

interface TopicQuestion {
  readonly message: string;
  readonly questions: ReadonlySet<QuestionKind>;
  readonly subject: Subject;
}

/**
 * Returns the sentence that belongs before the text about a pathology: how a misspelt name was read, that the text does not answer
 * the question, or that the message does not name the pathology; none if it answers it.
 */
export function findDoubt(
  { name, about, advice }: TopicTexts,
  { message, questions, subject }: TopicQuestion,
): Sentence | undefined {
  if (subject.isCorrected) return 'understood';
  if (about === null || subject.isSoon) return undefined;
  const known = startsOf([name, about, advice ?? '', ...subject.lexemes]);
  const isAnswered = ANSWERED_QUESTIONS.some((question) => questions.has(question));
  const isNarrower = questions.has('what') && unexplainedWords(message, known).length > 0;
  if (isQuestion(message) && (!isAnswered || isNarrower)) return 'notExactly';
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
