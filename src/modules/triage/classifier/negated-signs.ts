import { z } from 'zod';
import { LOCALES } from '../../../shared/locale';
import { foldText, isPunctuation } from '../../../shared/words';
import file from './denial-words.json';

/** A list of words, of which `word~` stands for all words with this beginning. */
class WordList {
  private readonly whole: ReadonlySet<string>;
  private readonly beginnings: readonly string[];

  constructor(written: readonly string[]) {
    this.whole = new Set(written.filter((word) => !word.endsWith('~')));
    this.beginnings = written.filter((word) => word.endsWith('~')).map((word) => word.slice(0, -1));
  }

  includes(word: string): boolean {
    return this.whole.has(word) || this.beginnings.some((beginning) => word.startsWith(beginning));
  }
}

const words = z.string().transform((list) => new WordList(list.split(' ').filter(Boolean).map(foldText)));

const negatedSignsSchema = z.strictObject({
  about: z.array(z.string()),
  /** After a sign that was absent, say when it began: "no headache until today". */
  until: words,
  /** After such a word, leave that open: "no headache until now". */
  now: words,
  /** A word that certainly follows a denied sign as another clause: "no fever but ...". */
  but: words,
  /** May stand between two denials. */
  and: words,
  /** Words that show that all is well: a negation is then none of an answer. */
  well: words,
  /** Words of refusal at the start of a message. */
  refusals: z.array(
    z.strictObject({
      words,
      /** Before such a word, the refusal is an answer: "no she still bleeds". */
      before: words,
      /** Whether it negates no verb and no noun: "non", "hapana". */
      onlyAnswers: z.boolean(),
      /** After a sign in the same clause, such a word shows that it is happening: "no chest pain is very strong". */
      ongoing: words,
    }),
  ),
  groups: z.array(
    z.strictObject({
      language: z.enum(LOCALES),
      negations: words,
      /** Negations that may be an answer, and the words after them that show it: "no the bleeding is heavy". */
      answers: z.strictObject({ words, before: words }).optional(),
      /** Negations that belong to the verb before them, except after or before these words: "ne va pas". */
      verbal: z.strictObject({ words, after: words, before: words }).optional(),
      /** May stand between a negation and a sign. */
      between: words,
      /** The same. If there are any, the second of two signs is denied only with one of them between. */
      joins: words.optional(),
      /** Of the body. They belong to a sign before them. */
      parts: words,
      signs: words,
    }),
  ),
});

/** Replaces a sign that somebody does not have. In no language a word. */
export const ABSENT = 'absentsign';

const MAX_BETWEEN = 4;

/** So many words after a sign may be "until": "no headache at all until today". */
const MAX_BEFORE_UNTIL = 2;

/** "They do not stop vomiting", and "they cannot vomit", in French, deny no sign. "Pas mal de sang" is much blood. */
const NO_DENIAL = /^(?:arret|cess|peu[tx]?$|arriv|fini)/;

/** "The head does not hurt (me)", in Swahili: the negation comes after the part of the body. */
const DOES_NOT_HURT = /^ha(?:[iu]|[kl]i|zi|ya|vi)(?:ni|m)?umi$/;

type DenialWords = z.output<typeof negatedSignsSchema>;
type Group = DenialWords['groups'][number];

let loaded: DenialWords | undefined;

function getDenialWords(): DenialWords {
  return (loaded ??= negatedSignsSchema.parse(file));
}

/**
 * Returns the words of a message, in which each sign that somebody says they do not have is `ABSENT`: neither phrases nor weights
 * know it. The negation stays. One that denies nothing, because it is an answer or the sign began since, is left out.
 * @param message from `splitWords`
 */
export function maskNegatedSigns(message: readonly string[]): string[] {
  return maskSigns(message.slice(countAnswer(message)));
}

/**
 * Returns whether a negation may belong to something else, because its clause goes on after the denied sign, or whether another
 * sign follows, which the person may have.
 * @param masked from `maskNegatedSigns`
 */
export function isDenialUncertain(masked: readonly string[]): boolean {
  const { but, and, until, groups } = getDenialWords();
  const lastSign = masked.findLastIndex((word) => groups.some(({ signs }) => signs.includes(word)));
  return masked.some((word, at) => {
    const [next, second = ''] = masked.slice(at + 1, at + 3);
    if (word !== ABSENT || next === undefined || DOES_NOT_HURT.test(next)) return false;
    if (but.includes(next)) return lastSign > at;
    if (isPunctuation(next)) return until.includes(second) || lastSign > at;
    const following = and.includes(next) ? second : next;
    return !groups.some(({ negations }) => negations.includes(following));
  });
}

/** Returns how many words at the start of a message are an answer to something else: "no, the pain is worse". */
function countAnswer(message: readonly string[]): number {
  const { refusals, groups, well } = getDenialWords();
  const [word = '', next = ''] = message;
  const refusal = refusals.find(({ words }) => words.includes(word));
  if (!refusal) return 0;
  if (isPunctuation(next)) return 2;
  if (next === word) {
    const other = message.findIndex((one) => one !== word);
    return other < 0 ? 0 : other - 1 + countAnswer(message.slice(other - 1));
  }
  const rest = message.slice(1);
  if (refusal.before.includes(next)) return 1;
  const end = rest.findIndex(isPunctuation);
  const clause = rest.slice(0, end < 0 ? undefined : end);
  const sign = clause
    .slice(0, MAX_BETWEEN)
    .findIndex((one) => groups.some(({ signs }) => signs.includes(one)));
  if (refusal.onlyAnswers && sign !== 0) return 1;
  const isOngoing = sign >= 0 && clause.slice(sign + 1).some((one) => refusal.ongoing.includes(one));
  const isDenial = rest.some((one) => well.includes(one)) || maskSigns(rest).includes(ABSENT);
  return isOngoing && !isDenial ? 1 : 0;
}

function maskSigns(message: readonly string[]): string[] {
  const masked: string[] = [];
  for (let at = 0; at < message.length; at += 1) {
    const word = message[at] ?? '';
    if (DOES_NOT_HURT.test(word)) masked.splice(-1, 1, ABSENT);
    const isMuch = word === 'pas' && message[at + 1] === 'mal' && !message[at + 2]?.startsWith('a');
    const isDenied = !isMuch && !NO_DENIAL.test(message[at - 1] ?? '');
    const { count, words } = (isDenied ? readNegated(message, at) : undefined) ?? { count: 1, words: [word] };
    masked.push(...words);
    at += count - 1;
  }
  return masked;
}

/** So many words of a message are read as other ones. */
interface Negated {
  readonly count: number;
  readonly words: readonly string[];
}

/** Reads a negation and the signs that follow it. Returns undefined if it is none, or none follow. */
function readNegated(message: readonly string[], at: number): Negated | undefined {
  const { groups, until, now } = getDenialWords();
  const [negation = '', next = ''] = message.slice(at, at + 2);
  let [signs, isAnswer] = [0, false];
  for (const group of groups.filter((one) => canDeny(one, message, at))) {
    const count = countSigns(group, message, at);
    if (count > 0 && group.answers?.words.includes(negation) && group.answers.before.includes(next))
      isAnswer = true;
    signs = Math.max(signs, count);
  }
  if (signs === 0) return undefined;
  if (isAnswer) return { count: 1, words: [] };
  const end = at + 1 + signs;
  const after = message.slice(end, end + MAX_BEFORE_UNTIL + 1);
  const found = after.findIndex((word) => isPunctuation(word) || until.includes(word));
  if (!until.includes(after[found] ?? '')) return { count: 1 + signs, words: [negation, ABSENT] };
  const since = message.slice(end + found + 1, end + found + 3).find((word) => word !== 'a') ?? '';
  if (now.includes(since)) return undefined;
  return { count: 1 + signs + found + 1, words: message.slice(at + 1, end) };
}

/** Returns how many words after a negation are signs of its group, and what stands between. */
function countSigns({ between, joins, parts, signs }: Group, message: readonly string[], at: number): number {
  let count = 0;
  let isJoined = true;
  for (let next = 1; next - count <= MAX_BETWEEN + 1; next += 1) {
    const word = message[at + next];
    if (word === undefined) break;
    const isJoin = joins?.includes(word) ?? true;
    if (signs.includes(word)) {
      if (!isJoined) break;
      count = next;
      isJoined = isJoin;
    } else if (parts.includes(word)) count = count > 0 ? next : 0;
    else if (between.includes(word) || joins?.includes(word)) isJoined ||= isJoin;
    else break;
  }
  return count;
}

/** Returns whether a word is a negation of a group, and does not belong to the verb before it. */
function canDeny({ negations, verbal }: Group, message: readonly string[], at: number): boolean {
  const [before = '', word = '', after = ''] = [message[at - 1], message[at], message[at + 1]];
  if (!negations.includes(word)) return false;
  return !verbal?.words.includes(word) || verbal.after.includes(before) || verbal.before.includes(after);
}
