import type { Locale } from '../../shared/locale';
import type { Urgency } from '../../shared/urgency';
import { splitWords } from '../../shared/words';
import { type Classifier, getClassifier } from './classifier/classifier';
import { hashFeatures, isQuestion, readWords } from './classifier/message-features';
import { ABSENT, isDenialUncertain, maskNegatedSigns } from './classifier/negated-signs';
import { instructsModel, mayBeWishToDie } from './doubt';
import { findMeasurement } from './measurements/measurement';
import { isHighSugar, isUsual, urgencyOfMeasurement } from './measurements/urgency-of-measurement';
import { describePerson, findContexts, findFlaggedSigns } from './red-flags/red-flags';
import { isForSameDay } from './red-flags/same-day';
import { isYoung, saysAdultAge, withoutSmallChild } from './signs/adults';
import { lowerQuestion, raiseSaid, withoutPastFainting } from './said-urgency';
import { type Assessment, type ContextFree, isHigher } from './signs/assessment';
import { CIRCUMSTANCES, type Context, DANGER_SIGNS, type DangerSign } from './signs/danger-sign';
import { lowerMildComplaint, withoutUnsaidPregnancy } from './signs/mild-complaints';
import { findMetRules } from './signs/said-signs';
import {
  addBleedingAfterBirth,
  addSaidBleeding,
  addSaidSigns,
  addSignsOfPersons,
} from './signs/signs-of-persons';

/** Limits of the earlier messages that are read, the latest first. */
const MAX_EARLIER_MESSAGES = 10;
const MAX_EARLIER_CHARACTERS = 8_000;

/** A long message is also read in pieces that overlap by half, because an emergency may be one sentence of it. */
const WORDS_PER_PIECE = 16;
const PIECES_PER_STEP = 16;

/** Probabilities from which a message has an urgency. */
export interface Limits {
  /** An emergency by the weights alone. */
  readonly alarm: number;
  /** The same if a newborn is concerned, whose condition can change within an hour. */
  readonly alarmOfNewborn: number;
  /** The same for a piece of a message, of which there are many. */
  readonly alarmOfPiece: number;
  /** An emergency with a red-flag phrase. The classifier excludes negations, questions and the past. */
  readonly alarmWithFlag: number;
  /** The same with a phrase of a wish to die, of which none may be missed. */
  readonly alarmWithWish: number;
  /** For today, by the sum of the two upper urgencies, of which an emergency counts more. */
  readonly sameDay: number;
}

/** What a message is read with. */
export interface Readers {
  readonly classifier: Classifier;
  readonly limits: Limits;
}

export const LIMITS: Limits = {
  alarm: 0.5,
  alarmOfNewborn: 0.45,
  alarmOfPiece: 0.75,
  alarmWithFlag: 0.4,
  alarmWithWish: 0.25,
  sameDay: 0.45,
};

/** How much more an emergency counts than the urgency of today: to miss one is worse. */
const WEIGHT_OF_EMERGENCY = 1.5;

/** A sign gives first aid only if it is this probable. */
const SURE_SIGN = 0.45;

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
  readers: Partial<Readers> = {},
): Assessment {
  const steps = assessInSteps(message, earlierMessages, readers);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Reads one message as `assessMessage` does, in steps of few milliseconds, so that others can be served in between. */
export function* assessInSteps(
  message: string,
  earlierMessages: readonly string[],
  { classifier = getClassifier(), limits = LIMITS }: Partial<Readers> = {},
): Generator<undefined, Assessment, undefined> {
  const readersFor = (contexts: ReadonlySet<Context>): Readers => {
    const alarm = contexts.has('newborn') ? limits.alarmOfNewborn : limits.alarm;
    return { classifier, limits: { ...limits, alarm } };
  };
  const measured = findMeasurement(message);
  // The weights know numbers from emergencies, and do not compare them.
  const earlier: Context[] = [];
  const earlierWords: string[][] = [];
  let isOlderThanNewborn = findMetRules(splitWords(message)).has('ofMonthsOrYears');
  for (const words of wordsOfEarlier(earlierMessages)) {
    yield;
    earlier.push(...findContexts(words));
    earlierWords.push(words);
    isOlderThanNewborn ||= findMetRules(words).has('ofMonthsOrYears');
  }
  yield;
  const isHarmless =
    measured && isUsual(measured, new Set([...findContexts(splitWords(message)), ...earlier]));
  const readable = isHarmless ? measured.rest : message;
  const words = splitWords(readable);
  const isOfAdult = !earlier.some(isYoung) && saysAdultAge(words);
  yield;
  const own = findContexts(words);
  yield;
  const alone = yield* read(readable, words, readersFor(own));
  const contexts = new Set([...own, ...earlier]);
  yield;
  const added = new Set([...contexts].filter((context) => !own.has(context)));
  const described = describePerson(added, alone.language) + readable;
  const inContext =
    added.size > 0 ? yield* read(described, splitWords(described), readersFor(contexts)) : alone;
  const certain = isMoreCertain(inContext, alone) ? inContext : alone;
  const found = isOfAdult ? withoutSmallChild(certain) : certain;
  yield;
  const said = maskNegatedSigns(splitWords(message));
  const rules = findMetRules(said);
  const mild = lowerMildComplaint(found, rules, {
    words: said,
    earlier: earlierWords.length === earlierMessages.length ? earlierWords.flat() : undefined,
    contexts,
    isOlderThanNewborn,
  });
  const meant = raiseSaid(withoutPastFainting(lowerQuestion(mild, rules, said), rules), rules);
  const assessment = measured ? raiseTo(urgencyOfMeasurement(measured, contexts), meant) : meant;
  const isSugarHigh = measured?.kind === 'bloodSugar' ? isHighSugar(measured) : rules.has('highSugar');
  const signs =
    assessment.urgency === 'emergency'
      ? addBleedingAfterBirth(addSaidSigns(assessment.signs, rules), rules, contexts)
      : assessment.signs;
  return {
    ...assessment,
    signs: addSignsOfPersons(
      assessment.source === 'phrase' ? signs : withoutUnsaidPregnancy(signs, words, contexts),
      contexts,
    ),
    circumstances: new Set(
      CIRCUMSTANCES.filter((one) => {
        if (one === 'adult') return isOfAdult;
        if (one === 'ofMonthsOrYears') return isOlderThanNewborn;
        return one === 'highSugar' ? isSugarHigh : rules.has(one);
      }),
    ),
    isDoubtful: assessment.isDoubtful && ![message, ...earlierMessages].some(instructsModel),
    contexts,
  };
}

/** Returns whether a reading is of a higher urgency than another one, or of an emergency that is less doubtful. */
function isMoreCertain(reading: ContextFree, other: ContextFree): boolean {
  const isLessDoubtful = other.isDoubtful && !reading.isDoubtful && reading.urgency === other.urgency;
  return isLessDoubtful || isHigher(reading.urgency, other.urgency);
}

/** Returns an assessment with at least the urgency of a measured value. No model lowers it then. */
function raiseTo(urgency: Urgency, assessment: ContextFree): ContextFree {
  if (urgency === 'routine') return assessment;
  const isRaised = isHigher(urgency, assessment.urgency);
  const raised = { ...assessment, ...(isRaised && { urgency }), isDoubtful: false };
  if (urgency === 'today') return raised;
  // Only a pressure in pregnancy is an emergency by itself.
  const signs = DANGER_SIGNS.filter((sign) => sign === 'pregnancy' || assessment.signs.includes(sign));
  return { ...raised, signs, source: 'phrase' };
}

interface Reading {
  readonly features: readonly number[];
  readonly today: number;
  readonly emergency: number;
}

/** Yields the words of each earlier message that is read. */
function* wordsOfEarlier(earlierMessages: readonly string[]): Generator<string[]> {
  let characters = 0;
  for (const message of earlierMessages.slice(-MAX_EARLIER_MESSAGES).toReversed()) {
    characters += message.length;
    if (characters <= MAX_EARLIER_CHARACTERS) yield splitWords(message);
  }
}

/**
 * Reads a message without the signs that it denies. If it would be an emergency with them, it is for today where a negation may
 * belong to something else. If only negations are left out, which deny no sign, it has the higher urgency of both readings.
 */
function* read(
  message: string,
  words: readonly string[],
  readers: Readers,
): Generator<undefined, ContextFree, undefined> {
  const said = maskNegatedSigns(words);
  yield;
  const found = yield* readSaid(message, { words, said }, readers);
  const isMasked = said.includes(ABSENT);
  const isCertain = isMasked ? !isDenialUncertain(said) : said.length === words.length;
  if (isCertain || (isMasked && found.urgency !== 'routine')) return found;
  const unmasked = yield* readSaid(message, { words, said: words }, readers);
  if (!isMasked) return isMoreCertain(unmasked, found) ? unmasked : found;
  return unmasked.urgency === 'emergency' ? { ...found, urgency: 'today' } : found;
}

interface Said {
  readonly words: readonly string[];
  /** The same without denied signs. */
  readonly said: readonly string[];
}

function* readSaid(
  message: string,
  { words, said }: Said,
  { classifier, limits }: Readers,
): Generator<undefined, ContextFree, undefined> {
  const readable = readWords(said);
  const found = { signs: [], source: 'weights', isDoubtful: false } as const;
  if (readable.length === 0) return { ...found, urgency: 'routine', language: 'en' };
  yield;
  const asks = isQuestion(message);
  const whole = hashFeatures(readable, asks);
  const language = mostProbable(classifier.language.classes, classifier.language.read(whole));
  const judge = (features: readonly number[]): Reading => {
    const [, today = 0, emergency = 0] = classifier.urgency.read(features);
    return { features, today, emergency };
  };
  yield;
  const first = judge(whole);
  const readings = [first];
  for (const [index, piece] of splitPieces(readable).entries()) {
    if (index % PIECES_PER_STEP === 0) yield;
    readings.push(judge(hashFeatures(piece, asks)));
  }
  yield;
  const flagged = findFlaggedSigns(said);
  // What somebody denies says nothing against a wish to die: "I have no pain and want to die".
  yield;
  if (flagged.includes('selfHarm')) readings.push(judge(hashFeatures(readWords(words), asks)));
  const most = readings.reduce((best, next) => (next.emergency > best.emergency ? next : best));
  const limitWithFlag = flagged.includes('selfHarm') ? limits.alarmWithWish : limits.alarmWithFlag;
  const isFlagged = flagged.length > 0 && most.emergency >= limitWithFlag;
  if (isFlagged || first.emergency >= limits.alarm || most.emergency >= limits.alarmOfPiece) {
    const probabilities = classifier.sign.read(most.features);
    const sure = findSureSigns(probabilities);
    const recognised = DANGER_SIGNS.filter((sign) => flagged.includes(sign) || sure.includes(sign));
    const signs = addSaidBleeding(recognised, said);
    const isDoubtful =
      !isFlagged && !readings.some(({ features }) => mayBeWishToDie(classifier.sign.read(features)));
    return { urgency: 'emergency', signs, source: isFlagged ? 'phrase' : 'weights', isDoubtful, language };
  }
  yield;
  const isForToday =
    readings.some(({ today, emergency }) => today + WEIGHT_OF_EMERGENCY * emergency >= limits.sameDay) ||
    isForSameDay(said);
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
