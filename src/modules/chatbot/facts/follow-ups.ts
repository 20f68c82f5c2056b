import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { foldText, isPunctuation, splitWords } from '../../../shared/words';
import { isEverydayWord, loadLanguageWords } from '../language/detect-language';
import { formsOfWord } from '../questions/arabic-clitics';
import { findAskedFacts } from './asked-facts';
import { mayBeDanger } from '../questions/dangers';
import { type Fact, findFacts, findFactsByWords, getFact } from './facts';
import data from './follow-up-words.json';
import { findLimits } from './limits';
import { PhraseMatcher } from '../questions/phrase-matcher';
import { findQuestions } from '../questions/questions';
import { findReading } from './readings';
import type { QuestionKind } from '../questions/question-kinds';
import { isQuestion, startsOf, unexplainedWords } from '../questions/understanding';

const lists = z.record(z.enum(LOCALES), z.array(z.string().min(1)).min(1));
const words = z
  .record(z.enum(LOCALES), z.string().min(1))
  .transform((byLanguage) => new Set(foldText(Object.values(byLanguage).join(' ')).split(' ')));

const { starts, back, risks, illnesses, having, tried, actions, usual } = z
  .strictObject({
    about: z.array(z.string()),
    starts: lists,
    back: lists,
    risks: words,
    illnesses: words,
    having: words,
    tried: lists,
    actions: words,
    usual: words,
  })
  .parse(data);

/** A longer message says itself what it is about. */
const MAX_WORDS = 14;
const MIN_WORDS = 2;
/** What "and can I eat pepper with it" may add. */
const MAX_NEW_WORDS = 1;
const MIN_WORD_LENGTH = 3;
/** Facts of one reply. With more, the reply asks which one is meant. */
const MAX_FACTS = 2;
/** Messages that begin something else. */
const OTHER_KINDS: readonly QuestionKind[] = ['thanks', 'greeting', 'list', 'about', 'unwell', 'role'];

const STARTS = Object.values(starts)
  .flat()
  .map((start) => splitWords(start).join(' '));
const TRIED = Object.values(tried).flat();

let matcher: PhraseMatcher | undefined;

function getMatcher(): PhraseMatcher {
  return (matcher ??= new PhraseMatcher([...Object.values(back).flat(), ...TRIED]));
}

/** Compiles the phrases before the first message. */
export function compileFollowUps(): void {
  getMatcher();
}

function hasForm(list: ReadonlySet<string>, word: string): boolean {
  return formsOfWord(word).some((form) => list.has(form));
}

/** Returns whether a message says that the previous advice was followed in vain. */
export function saysTried(message: string): boolean {
  const found = getMatcher().find(splitWords(message));
  return TRIED.some((phrase) => found.has(phrase));
}

/** So many words before an illness say that somebody has it: "if I have high blood pressure". */
const WORDS_OF_HAVING = 3;

/**
 * Returns the words of a message that name a group of persons, a symptom or an illness of somebody, by which the previous question
 * becomes another one: "and if I have asthma?", and not "and what is asthma?".
 */
function findRisks(message: string): ReadonlySet<string> {
  const said = splitWords(message);
  const hasIt = (at: number): boolean =>
    said.slice(Math.max(0, at - WORDS_OF_HAVING), at).some((word) => hasForm(having, word));
  return new Set(said.filter((word, at) => hasForm(risks, word) || (hasForm(illnesses, word) && hasIt(at))));
}

function addsRisk(message: string): boolean {
  return findRisks(message).size > 0;
}

/** Returns whether a message that continues another one is no less urgent: it adds a risk, or nothing has helped. */
export function mayKeepUrgency(message: string): boolean {
  return addsRisk(message) || saysTried(message);
}

/**
 * Returns whether a message says nothing without the one before it: "how long does it last", "and if I am pregnant".
 * @param likely the likely languages, likeliest first
 */
export function isFollowUp(message: string, likely: readonly Locale[]): boolean {
  const said = splitWords(message).filter((word) => !isPunctuation(word));
  if (said.length < MIN_WORDS || said.length > MAX_WORDS || hasOwnSubject(message, likely)) return false;
  if (saysTried(message)) return true;
  const sentence = said.join(' ');
  const isJoined = STARTS.some((start) => sentence.startsWith(`${start} `));
  const found = getMatcher().find(said);
  const refers = isJoined || found.size > 0;
  const known = findRisks(message);
  // "And what is asthma?" asks something else.
  if (said.some((word) => hasForm(illnesses, word) && !known.has(word))) return false;
  const isNew = (word: string): boolean =>
    !known.has(word) && ![actions, usual].some((list) => hasForm(list, word)) && !isEverydayWord(word);
  if (said.some((word) => loadLanguageWords().catalogue.has(word) && isNew(word))) return false;
  const added = unexplainedWords(message, new Set(), MIN_WORD_LENGTH).filter(isNew);
  // A symptom alone is a complaint: "I have a fever".
  if (addsRisk(message) && !isJoined) return false;
  return refers ? added.length <= MAX_NEW_WORDS : added.length === 0 && isQuestion(message);
}

function hasOwnSubject(message: string, likely: readonly Locale[]): boolean {
  const kinds = findQuestions(message, likely);
  return (
    OTHER_KINDS.some((kind) => kinds.has(kind)) ||
    findReading(message) !== undefined ||
    mayBeDanger(message) ||
    findLimits(message, likely).some(({ limit }) => limit.isAlone || limit.isAlways) ||
    (findFacts(message, likely).length > 0 && !addsRisk(message))
  );
}

/** Returns the earlier messages that the latest one continues, oldest first; none if it continues none. */
export function findContinued(messages: readonly string[], likely: readonly Locale[]): readonly string[] {
  let start = messages.length - 1;
  while (start > 0 && isFollowUp(messages[start] ?? '', likely)) start -= 1;
  return messages.slice(start, -1);
}

/**
 * Returns the facts for the latest message together with those that it continues: the facts that only all of them find, or else
 * its own and the previous ones. None if it continues no message with facts.
 * @param messages of one user, oldest first
 */
export function findFollowedFacts(messages: readonly string[], likely: readonly Locale[]): Fact[] {
  const latest = messages.at(-1) ?? '';
  const before = messages.at(-2);
  const offered = before === undefined ? [] : findAskedFacts(before, likely);
  const chosen = offered.length > MAX_FACTS ? findChosen(offered.slice(0, MAX_FACTS), latest) : undefined;
  if (chosen) return [chosen];
  const continued = findContinued(messages, likely);
  if (continued.length === 0) return [];
  const previous = findPreviousFacts(continued, likely);
  if (previous.length === 0) return [];
  const own = findFacts(latest, likely).slice(0, 1);
  const names = previous.flatMap((fact) => Object.values(fact.names));
  const named = unexplainedWords(latest, new Set(), MIN_WORD_LENGTH);
  const asked = [...named, ...splitWords(latest).filter((word) => hasForm(actions, word))];
  const together = findFactsByWords(asked, [...names, ...continued, latest].join(' '), likely);
  const added = together.filter((fact) => !previous.includes(fact));
  if (added.length > 0 && added.length <= MAX_FACTS && !addsRisk(latest)) return added;
  return [...new Set([...previous.slice(0, 1), ...own, ...added.slice(0, 1), ...previous])].slice(
    0,
    MAX_FACTS,
  );
}

function findPreviousFacts(continued: readonly string[], likely: readonly Locale[]): Fact[] {
  const reading = continued.map(findReading).findLast((one) => one !== undefined);
  const asked = findAskedFacts(continued.join('. '), likely);
  return [...new Set([...(reading ? [getFact(reading.factId)] : []), ...asked])];
}

const MAX_CHOICE_WORDS = 6;
const FIRST = matchChoice('first|premiere?|primeir[oa]|kwanza', 'الاولي?');
const SECOND = matchChoice('second|deuxieme|segund[oa]|pili', 'الثاني|الثانيه');

/** Matches a choice at the end of an answer: "the first one", "second please". Arabic has the article in the word. */
function matchChoice(ordinals: string, arabic: string): RegExp {
  const articles = 'the|le|la|o|a|ya|cha|wa';
  const chosen = `(?:^(?:.* )?(?:${articles}) |^)(?:${ordinals})|(?:^| )(?:${ordinals}) one|(?:^| )(?:${arabic})`;
  return new RegExp(
    `(?:${chosen})(?: (?:one|option|please|pls|svp|merci|por favor|tafadhali|من فضلك))*$`,
    'u',
  );
}

/** Returns the fact that an answer to "do you want to know about … or about …?" chooses. */
function findChosen([first, second]: readonly Fact[], answer: string): Fact | undefined {
  const said = splitWords(answer).filter((word) => !isPunctuation(word));
  if (said.length > MAX_CHOICE_WORDS) return undefined;
  const choice = isQuestion(answer) ? '' : said.join(' ');
  if (FIRST.test(choice)) return first;
  if (SECOND.test(choice)) return second;
  const ofAnswer = startsOf(said.filter((word) => word.length > MIN_WORD_LENGTH));
  const named = [first, second].filter(
    (fact) =>
      fact !== undefined && [...startsOf(Object.values(fact.names))].some((start) => ofAnswer.has(start)),
  );
  return named.length === 1 ? named[0] : undefined;
}
