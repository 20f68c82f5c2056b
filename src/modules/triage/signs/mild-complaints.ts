import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { isPunctuation, splitWords } from '../../../shared/words';
import { meaningsOf } from '../classifier/word-meanings';
import file from './mild-complaint-words.json';
import type { ContextFree } from './assessment';
import type { Context, DangerSign } from './danger-sign';
import type { SaidRule } from './said-signs';

const COMPLAINTS = ['vomits', 'diarrhoea', 'snores'] as const;

const words = z
  .record(z.enum(LOCALES), z.string().min(1))
  .transform((byLanguage) => new Set(splitWords(Object.values(byLanguage).join(' '))));

const { about: _about, ...LISTS } = z
  .strictObject({
    about: z.array(z.string()),
    common: words,
    vomits: words,
    diarrhoea: words,
    snores: words,
  })
  .parse(file);

/** Snoring for long, or at night, and not of somebody who has just been found. */
const OF_LONG = ['night', 'year', 'month'];

/** Persons in whom vomiting is a danger sign. */
const AT_RISK: readonly Context[] = ['newborn', 'pregnant', 'afterBirth'];
/** Signs that are more than a word beside the complaint. */
const GRAVE_SIGNS: readonly DangerSign[] = ['selfHarm', 'dehydration', 'cordProlapse', 'breech'];
const MAX_WORDS = 30;

interface Said {
  /** Without the signs that the message denies. */
  readonly words: readonly string[];
  /** Words of earlier messages of the conversation; undefined if they are too many to read. */
  readonly earlier: readonly string[] | undefined;
  readonly contexts: ReadonlySet<Context>;
  /** Whether this or an earlier message says an age of two months and more. */
  readonly isOlderThanNewborn: boolean;
}

/**
 * Returns the urgency of today for a message that says nothing but a mild complaint, if only the weights see an emergency in it, or
 * a baby has diarrhoea. After messages about something else it stays an emergency, but without first aid for what nobody said.
 */
export function lowerMildComplaint(
  found: ContextFree,
  rules: ReadonlySet<SaidRule>,
  { words: said, earlier, contexts, isOlderThanNewborn }: Said,
): ContextFree {
  const mayBeNewborn = contexts.has('infant') && !isOlderThanNewborn;
  if (mayBeNewborn || AT_RISK.some((person) => contexts.has(person)) || !isMild(rules, said)) return found;
  if (found.urgency !== 'emergency')
    return rules.has('diarrhoea') && contexts.has('infant') ? { ...found, urgency: 'today' } : found;
  if (found.source !== 'weights' || found.signs.some((sign) => GRAVE_SIGNS.includes(sign))) return found;
  const isContinued =
    earlier?.every((word) => Object.values(LISTS).some((list) => isIn(list, word))) === true;
  return isContinued ? { ...found, urgency: 'today', signs: [], isDoubtful: false } : { ...found, signs: [] };
}

function isMild(rules: ReadonlySet<SaidRule>, said: readonly string[]): boolean {
  const known = COMPLAINTS.filter((complaint) => rules.has(complaint)).map((one) => LISTS[one]);
  const isOfLong = said.some((word) => meaningsOf(word).some((one) => OF_LONG.includes(one)));
  return (
    known.length > 0 &&
    said.length <= MAX_WORDS &&
    (!rules.has('snores') || isOfLong) &&
    said.every((word) => [LISTS.common, ...known].some((list) => isIn(list, word)))
  );
}

/** "And" in Arabic is written with the next word. */
function isIn(list: ReadonlySet<string>, word: string): boolean {
  return isPunctuation(word) || /^\d+$/.test(word) || list.has(word) || list.has(word.replace(/^و/, ''));
}

/** Meanings of words for a pregnancy, a birth or the womb. */
const OF_MOTHERS = ['pregnant', 'birth', 'period'];

/** Returns signs without danger in pregnancy if neither the words nor earlier messages speak of a pregnancy or a birth. */
export function withoutUnsaidPregnancy(
  signs: readonly DangerSign[],
  words: readonly string[],
  contexts: ReadonlySet<Context>,
): readonly DangerSign[] {
  const isSaid =
    contexts.has('pregnant') ||
    contexts.has('afterBirth') ||
    words.some((word) => meaningsOf(word).some((meaning) => OF_MOTHERS.includes(meaning)));
  return isSaid ? signs : signs.filter((sign) => sign !== 'pregnancy');
}
