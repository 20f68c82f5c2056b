import type { Locale } from '../../../shared/locale';
import { hasOneUsualWord, hasUnknownWords } from './uncovered-words';
import { type Fact, findFacts, findOpening } from './facts';
import { type Intent, findIntents } from '../questions/intents';
import { type FoundLimit, type Limit, findLimits } from './limits';
import { splitQuestions } from '../questions/understanding';

/** A question of a message without an answer. */
export interface Gap {
  /** As it is written; undefined if the message asks nothing else. */
  readonly question: string | undefined;
  /** What is not known of a known subject; none if nothing is known. */
  readonly intents: readonly Intent[];
}

export interface Gaps {
  readonly gaps: readonly Gap[];
  /** Whether the facts answer no question of the message. */
  readonly isAll: boolean;
}

/** The answers to a message, or to one of its questions. */
interface Answers {
  readonly facts: readonly Fact[];
  readonly limits: readonly Limit[];
  readonly languages: readonly Locale[];
}

/** Returns the limits of a message. Two medicines in two questions are not asked about together. */
export function findAskedLimits(message: string, languages: readonly Locale[]): FoundLimit[] {
  const questions = splitQuestions(message);
  const found = findLimits(message, languages);
  if (questions.length < 2) return found;
  const asked = questions.flatMap((question) => findLimits(question, languages)).map(({ limit }) => limit);
  return found.filter(({ limit }) => limit.id !== 'interaction' || asked.includes(limit));
}

/** Returns what a message asks and neither the facts nor the limits answer. */
export function findGaps(message: string, answers: Answers): Gaps {
  const asked = splitQuestions(message);
  const questions = asked.length > 1 ? asked : [undefined];
  const met = questions.map((question) =>
    findLimits(question ?? message, answers.languages).map(({ limit }) => limit),
  );
  // A limit found only in the whole message may be for any question.
  const ofWhole = answers.limits.filter((limit) => !met.flat().includes(limit));
  const found = questions.map((question, index) => {
    const limits = [...ofWhole, ...(met[index] ?? []).filter((limit) => answers.limits.includes(limit))];
    return readQuestion(question, message, { ...answers, limits });
  });
  return {
    gaps: found.flatMap(({ gap }) => gap ?? []),
    isAll: answers.facts.length > 0 && found.every(({ isByFact }) => !isByFact),
  };
}

function readQuestion(
  question: string | undefined,
  message: string,
  { facts, limits: met, languages }: Answers,
): { readonly gap?: Gap; readonly isByFact: boolean } {
  const text = question ?? message;
  const subjects = question === undefined ? facts : findSubjects(question, facts, languages);
  if (subjects.length === 0)
    return { isByFact: false, ...(met.length > 0 ? {} : { gap: { question, intents: [] } }) };
  if (subjects.some(({ isUrgent }) => isUrgent)) return { isByFact: true };
  // "How much" asks for the price then.
  const isAboutPrice = met.some(({ id }) => id === 'cost');
  const intents = [...findIntents(text, languages)].filter((intent) => !(isAboutPrice && intent === 'dose'));
  const isOpen = (intent: Intent): boolean => !subjects.some((fact) => answersIntent(fact, intent, text));
  const open = intents.filter(isOpen);
  const isByFact = intents.length > open.length || (intents.length === 0 && met.length === 0);
  return { isByFact, ...(open.length > 0 ? { gap: { question, intents: open } } : {}) };
}

/** Returns the facts that a question is about: its own ones, or those that explain all of its words. */
function findSubjects(
  question: string,
  facts: readonly Fact[],
  languages: readonly Locale[],
): readonly Fact[] {
  const own = findFacts(question, languages).filter((fact) => facts.includes(fact));
  const isExplained = (fact: Fact): boolean =>
    findOpening(fact, question) !== undefined ||
    !hasUnknownWords(fact, question) ||
    hasOneUsualWord(fact, question);
  return own.length > 0 ? own : facts.filter(isExplained);
}

/** An opening for a narrower question does not say why, unless it says so. */
function isAnsweredBy(opening: ReturnType<typeof findOpening>, intent: Intent): boolean {
  return opening !== undefined && (opening.answers?.includes(intent) ?? intent !== 'cause');
}

/** A fact with a specialty is followed by where to go. */
function answersIntent(fact: Fact, intent: Intent, question: string): boolean {
  // Arabic words have too many forms for that.
  const isNarrow = (intent === 'normality' || intent === 'effect') && !/\p{Script=Arabic}/u.test(question);
  return (
    (fact.answers.includes(intent) && !(isNarrow && hasUnknownWords(fact, question))) ||
    (intent === 'place' && fact.specialty !== undefined) ||
    isAnsweredBy(findOpening(fact, question), intent)
  );
}
