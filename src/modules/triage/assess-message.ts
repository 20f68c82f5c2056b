import type { Locale } from '../../shared/locale';
import { splitWords } from '../../shared/words';
import { type Classifier, getClassifier } from './classifier/classifier';
import { hashFeatures, isQuestion, readWords } from './classifier/message-features';
import { describePerson, findContexts, findFlaggedSigns } from './red-flags/red-flags';
import { type Assessment, isHigher } from './signs/assessment';
import { type Context, DANGER_SIGNS, type DangerSign } from './signs/danger-sign';

/** Limits of the earlier messages that are read, the latest first. */
const MAX_EARLIER_MESSAGES = 10;
const MAX_EARLIER_CHARACTERS = 8_000;

/** A long message is also read in pieces that overlap by half, because an emergency may be one sentence of it. */
const WORDS_PER_PIECE = 16;

/** Probabilities from which a message has an urgency. */
export interface Limits {
  /** An emergency by the weights alone. */
  readonly alarm: number;
  /** The same for a piece of a message, of which there are many. */
  readonly alarmOfPiece: number;
  /** An emergency with a red-flag phrase. The classifier excludes negations, questions and the past. */
  readonly alarmWithFlag: number;
  /** For today, by the sum of the two upper urgencies. */
  readonly sameDay: number;
}

/** What a message is read with. */
export interface Readers {
  readonly classifier: Classifier;
  readonly limits: Limits;
}

export const LIMITS: Limits = { alarm: 0.45, alarmOfPiece: 0.85, alarmWithFlag: 0.3, sameDay: 0.5 };

/** A sign gives first aid only if it is this probable. */
const SURE_SIGN = 0.45;

/** An emergency that is a wish to die with this probability is never doubtful. */
const POSSIBLE_WISH_TO_DIE = 0.02;

/** A message with instructions for a language model, of which no verdict counts: braces, or words of its format. */
const INSTRUCTIONS = /[{}]|\b(?:json|urgency|verdict|system prompt|instructions?)\b/i;

/** Signs that have other first aid in some persons. */
const SIGNS_OF_PERSONS: readonly {
  readonly sign: DangerSign;
  readonly persons: readonly Context[];
  readonly with: readonly DangerSign[];
}[] = [
  { sign: 'pregnancy', persons: ['pregnant', 'afterBirth'], with: ['bleeding', 'convulsions'] },
  {
    sign: 'smallChild',
    persons: ['newborn', 'infant'],
    with: ['unconscious', 'breathing', 'choking', 'drowning'],
  },
];

/** Loads phrases and weights before the first message, which would otherwise take some hundred milliseconds longer. */
export function prepareTriage(): void {
  assessMessage('ill', []);
}

/**
 * Reads one message.
 * @param earlierMessages of the same person, oldest first. They show who is concerned (a newborn, a pregnant woman), and are
 * never a sign by themselves.
 */
export function assessMessage(
  message: string,
  earlierMessages: readonly string[],
  { classifier = getClassifier(), limits = LIMITS }: Partial<Readers> = {},
): Assessment {
  const readers = { classifier, limits };
  const words = splitWords(message);
  const own = findContexts(words);
  const alone = read(message, words, readers);
  const contexts = new Set([...own, ...contextsOf(earlierMessages)]);
  if (contexts.size === own.size) return ofPersons(alone, contexts);
  const added = new Set([...contexts].filter((context) => !own.has(context)));
  const described = describePerson(added, alone.language) + message;
  const inContext = read(described, splitWords(described), readers);
  return ofPersons(isHigher(inContext.urgency, alone.urgency) ? inContext : alone, contexts);
}

type ContextFree = Omit<Assessment, 'contexts'>;

/** Adds the signs that others are too in a person of whom this is known. */
function ofPersons({ signs, ...assessment }: ContextFree, contexts: ReadonlySet<Context>): Assessment {
  const added = SIGNS_OF_PERSONS.filter(
    ({ persons, with: others }) =>
      persons.some((person) => contexts.has(person)) && others.some((sign) => signs.includes(sign)),
  ).map(({ sign }) => sign);
  const all = [...signs, ...added];
  return { ...assessment, signs: DANGER_SIGNS.filter((sign) => all.includes(sign)), contexts };
}

interface Reading {
  readonly features: readonly number[];
  readonly today: number;
  readonly emergency: number;
}

function contextsOf(earlierMessages: readonly string[]): Context[] {
  let characters = 0;
  return earlierMessages
    .slice(-MAX_EARLIER_MESSAGES)
    .toReversed()
    .filter((message) => (characters += message.length) <= MAX_EARLIER_CHARACTERS)
    .flatMap((message) => [...findContexts(splitWords(message))]);
}

function read(message: string, words: readonly string[], { classifier, limits }: Readers): ContextFree {
  const readable = readWords(words);
  const found = { signs: [], source: 'weights', isDoubtful: false } as const;
  if (readable.length === 0) return { ...found, urgency: 'routine', language: 'en' };
  const asks = isQuestion(message);
  const whole = hashFeatures(readable, asks);
  const language = mostProbable(classifier.language.classes, classifier.language.read(whole));
  const pieces = splitPieces(readable).map((piece) => hashFeatures(piece, asks));
  const judge = (features: readonly number[]): Reading => {
    const [, today = 0, emergency = 0] = classifier.urgency.read(features);
    return { features, today, emergency };
  };
  const first = judge(whole);
  const readings = [first, ...pieces.map(judge)];
  const most = readings.reduce((best, next) => (next.emergency > best.emergency ? next : best));
  const flagged = findFlaggedSigns(words);
  const isFlagged = flagged.length > 0 && most.emergency >= limits.alarmWithFlag;
  if (isFlagged || first.emergency >= limits.alarm || most.emergency >= limits.alarmOfPiece) {
    const probabilities = classifier.sign.read(most.features);
    const sure = findSureSigns(probabilities);
    const signs = DANGER_SIGNS.filter((sign) => flagged.includes(sign) || sure.includes(sign));
    const wishToDie = probabilities[DANGER_SIGNS.indexOf('selfHarm')] ?? 0;
    const isDoubtful = !isFlagged && wishToDie < POSSIBLE_WISH_TO_DIE && !INSTRUCTIONS.test(message);
    return { urgency: 'emergency', signs, source: isFlagged ? 'phrase' : 'weights', isDoubtful, language };
  }
  const isForToday = readings.some(({ today, emergency }) => today + emergency >= limits.sameDay);
  return { ...found, urgency: isForToday ? 'today' : 'routine', language };
}

/** Returns the overlapping pieces of a long message; none of a short one. */
function splitPieces<Word>(words: readonly Word[]): Word[][] {
  const half = WORDS_PER_PIECE / 2;
  if (words.length <= WORDS_PER_PIECE + half) return [];
  const count = Math.ceil(words.length / half) - 1;
  return Array.from({ length: count }, (_none, index) =>
    words.slice(index * half, index * half + WORDS_PER_PIECE),
  );
}

/** Returns the signs that are sure enough for first aid, given the probability of each. */
function findSureSigns(probabilities: readonly number[]): DangerSign[] {
  return DANGER_SIGNS.map((sign, index) => ({ sign, probability: probabilities[index] ?? 0 }))
    .filter(({ probability }) => probability >= SURE_SIGN)
    .map(({ sign }) => sign);
}

function mostProbable(locales: readonly Locale[], probabilities: readonly number[]): Locale {
  return locales[probabilities.indexOf(Math.max(...probabilities))] ?? 'en';
}
