import { setImmediate as nextTurn } from 'node:timers/promises';
import { LOCALES } from '../../shared/locale';
import { calculateLogOdds } from './classifier/log-odds';
import { getLanguageReader, type MessageReading, readMessage, SpellingBudget } from './reading/read-message';
import type { Context, Danger } from './signs/danger-sign';

/** Limits of the earlier messages that are read, the latest first. */
const MAX_EARLIER_MESSAGES = 10;
const MAX_EARLIER_CHARACTERS = 8_000;

/** Above these log odds, a message is an emergency although the rules find no sign, or find and exclude one. */
const ALARM_LOG_ODDS = 1;
const ALARM_LOG_ODDS_IF_EXCLUDED = 2.5;
/** Below these log odds, the signs that the rules find are dismissed. A long message often describes the past at length. */
const DISMISSAL_LOG_ODDS = -3.5;
const DISMISSAL_LOG_ODDS_IF_LONG = -5;
const MAX_WORDS_OF_SHORT_MESSAGE = 40;
/** Before a dismissal, pieces of this length are classified too. They overlap by half. */
const WORDS_PER_PIECE = 16;

const NO_CONTEXTS: ReadonlySet<Context> = new Set();

/**
 * Compiles the rules before the first message, which would otherwise take up to a second longer. Other requests are served
 * between the languages.
 */
export async function compileSignRules(): Promise<void> {
  for (const locale of LOCALES) {
    getLanguageReader(locale);
    await nextTurn();
  }
}

/**
 * Returns the danger signs that a message describes, or undefined if it describes none.
 * @param earlierMessages of the same person, oldest first. They show who is concerned (a newborn, a pregnant woman), and are
 * never a sign by themselves.
 */
export function findDanger(message: string, earlierMessages: readonly string[]): Danger | undefined {
  const budget = new SpellingBudget();
  const reading = readMessage(message, budget);
  const contexts = new Set<Context>();
  let characters = 0;
  // The latest first, because the spelling budget may run out.
  for (const earlier of earlierMessages.slice(-MAX_EARLIER_MESSAGES).reverse()) {
    characters += earlier.length;
    if (characters > MAX_EARLIER_CHARACTERS) break;
    for (const context of readMessage(earlier, budget).contexts) contexts.add(context);
  }
  return decide(message, reading, contexts);
}

/**
 * Returns the result of the rules or, if the classifier is sure, of the classifier. The rules know only the phrases in
 * their files; the classifier scores any words, but does not understand negation or who is concerned.
 */
function decide(
  message: string,
  reading: MessageReading,
  contexts: ReadonlySet<Context>,
): Danger | undefined {
  const danger = reading.findByRules(contexts);
  const logOdds = calculateLogOdds(message);
  if (danger) {
    // The classifier cannot tell one person from another, nor a general question from an urgent one.
    const isDoubtful = logOdds < getDismissalThreshold(message) && !reading.hasRejectedExclusion(contexts);
    return isDoubtful && canDismiss(message, danger, contexts) ? undefined : danger;
  }
  if (logOdds <= ALARM_LOG_ODDS) return undefined;
  const { signs, language } = reading.findMentioned(contexts);
  // Without contexts: an earlier message must not make this one less dangerous.
  const isExcluded = reading.findMentioned(NO_CONTEXTS).signs.length > 0;
  const threshold = isExcluded ? ALARM_LOG_ODDS_IF_EXCLUDED : ALARM_LOG_ODDS;
  // An excluded wish to die ("I do not want to die") must not lead to advice on suicide.
  return logOdds > threshold ? { signs: signs.filter((sign) => sign !== 'selfHarm'), language } : undefined;
}

/**
 * Returns whether the classifier may overrule the signs that the rules find. A wish to die and signs that depend on earlier
 * messages are never dismissed. People often ask a routine question before they describe an emergency, with or without a
 * full stop, so each piece that is danger by itself needs a low score too.
 */
function canDismiss(message: string, { signs }: Danger, contexts: ReadonlySet<Context>): boolean {
  if (signs.includes('selfHarm') || contexts.size > 0) return false;
  const budget = new SpellingBudget();
  return splitPieces(message).every(
    (piece) =>
      calculateLogOdds(piece) < DISMISSAL_LOG_ODDS ||
      readMessage(piece, budget).findByRules(contexts) === undefined,
  );
}

function getDismissalThreshold(message: string): number {
  const isLong = splitAtSpaces(message).length > MAX_WORDS_OF_SHORT_MESSAGE;
  return isLong ? DISMISSAL_LOG_ODDS_IF_LONG : DISMISSAL_LOG_ODDS;
}

function splitPieces(message: string): string[] {
  return message.split(/[.!?;:\n…؟؛]+/u).flatMap((sentence) => {
    const words = splitAtSpaces(sentence);
    const half = WORDS_PER_PIECE / 2;
    const starts = Array.from({ length: Math.ceil(words.length / half) }, (_, index) => index * half);
    // The piece before contains the last half.
    return starts
      .slice(0, Math.max(1, starts.length - 1))
      .map((start) => words.slice(start, start + WORDS_PER_PIECE).join(' '));
  });
}

function splitAtSpaces(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
