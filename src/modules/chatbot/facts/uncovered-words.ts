import type { Locale } from '../../../shared/locale';
import { splitWords } from '../../../shared/words';
import { detectLanguage, loadLanguageWords } from '../language/detect-language';
import { findIntents } from '../questions/intents';
import { asksYesOrNo, isQuestion, startsOf, unexplainedWords } from '../questions/understanding';
import { type Fact, findOpening, matchLength, spellAsFacts } from './facts';

/** A fact found by fewer words may be about something else. */
const MIN_CLEAR_LENGTH = 3;
const MAX_UNEXPLAINED_WORDS = 3;
/** Tea and salt are short words. */
const MIN_UNKNOWN_LENGTH = 3;
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

/**
 * Returns the words of a message that facts do not explain, if they explain so few that they may be about something else, or if
 * the message asks something with these words.
 */
export function findUncoveredWords(facts: readonly Fact[], message: string, language: Locale): string[] {
  if (facts.some((fact) => fact.isUrgent)) return [];
  const words = unknownWords(facts, message);
  const longer = words.filter((word) => word.length > MIN_UNKNOWN_LENGTH);
  const isShort = facts.every((fact) => !isClear(fact, message));
  const asks =
    isQuestion(message) || asksYesOrNo(message) || (isShort && findIntents(message, [language]).size > 0);
  const isUnclear =
    facts.some(({ id }) => FOOD_FACTS.has(id) && words.includes(namedFood(message))) ||
    (isShort && longer.length > MAX_UNEXPLAINED_WORDS) ||
    longer.some(isCatalogueWord) ||
    (asks && !facts.some((fact) => findOpening(fact, message)));
  return isUnclear ? words : [];
}

/** Returns whether the phrases that found a fact are long enough for one subject. */
export function isClear(fact: Fact, message: string): boolean {
  return matchLength(fact, message) >= MIN_CLEAR_LENGTH;
}

/** A fact found by one word of a complaint may be a neighbour of what is meant. */
const MIN_CERTAIN_LENGTH = 2;
/** A question may have one such word more: for the person who asks, or the way of asking. */
const MAX_WORDS_BESIDE_PHRASES = 1;

/** Returns whether words of a message found a fact: no earlier message did, and no sentence of it is for exactly this question. */
export function isFoundByWords(fact: Fact, message: string): boolean {
  return !fact.isUrgent && matchLength(fact, message) > 0 && !findOpening(fact, message);
}

/**
 * Returns whether a fact may be a neighbour of what a message is about: few words found it, or a complaint has words that are in
 * no phrase of it. Its text explains such words by chance: green vomit is no green stool.
 * @param fact that `isFoundByWords`
 */
export function isUncertain(fact: Fact, message: string): boolean {
  const length = matchLength(fact, message);
  const words = countWordsBesidePhrases(fact, message);
  if (isQuestion(message)) return length < MIN_CLEAR_LENGTH && words > MAX_WORDS_BESIDE_PHRASES;
  return length < MIN_CERTAIN_LENGTH || words > 0;
}

function countWordsBesidePhrases(fact: Fact, message: string): number {
  const known = startsOfPhrases.get(fact) ?? startsOf(phrasesOf(fact));
  startsOfPhrases.set(fact, known);
  return unexplainedWords(spellAsFacts(message).join(' '), known, MIN_UNKNOWN_LENGTH).length;
}

const startsOfPhrases = new WeakMap<Fact, ReadonlySet<string>>();

function phrasesOf({ names, phrases, openings = [] }: Fact): string[] {
  const ofAll = [phrases, ...openings.map((opening) => opening.phrases)];
  return [...Object.values(names), ...ofAll.flatMap((one) => Object.values(one).flat())];
}

/** Returns the words of a message that facts do not explain. */
export function unknownWords(facts: readonly Fact[], message: string): string[] {
  const language = detectLanguage(message);
  const spelt = spellAsFacts(message).join(' ');
  const [unknown = [], ...others] = facts.map((fact) =>
    unexplainedWords(spelt, startsOfFact(fact, language), MIN_UNKNOWN_LENGTH),
  );
  return unknown.filter((word) => others.every((words) => words.includes(word)));
}

/** Returns whether a message has a word that a fact does not explain: a medicine beside the one that the fact is about. */
export function hasUnknownWords(fact: Fact, message: string): boolean {
  return unknownWords([fact], message).length > 0;
}

/** Returns whether a fact explains all but one word, which names no illness: "at what age is it given". */
export function hasOneUsualWord(fact: Fact, message: string): boolean {
  const unknown = unknownWords([fact], message);
  return unknown.length === 1 && !unknown.some((word) => loadLanguageWords().catalogue.has(word));
}

const startsByFact = new WeakMap<Fact, Map<Locale | undefined, ReadonlySet<string>>>();

/**
 * Returns the starts of the words in the phrases of a fact, and in its texts in one language or in all: thousands, so they are
 * kept. A text of another language explains by chance: `grippe` is no gripe water.
 */
function startsOfFact(fact: Fact, language: Locale | undefined): ReadonlySet<string> {
  const ofFact = startsByFact.get(fact) ?? new Map<Locale | undefined, ReadonlySet<string>>();
  startsByFact.set(fact, ofFact);
  const known =
    ofFact.get(language) ??
    startsOf(
      [fact, ...(fact.openings ?? [])].flatMap(({ phrases, texts }) => [
        ...Object.values(phrases).flat(),
        ...(language === undefined ? Object.values(texts) : [texts[language]]),
      ]),
    );
  ofFact.set(language, known);
  return known;
}

function isCatalogueWord(word: string): boolean {
  return word.length >= MIN_NAME_LENGTH && loadLanguageWords().catalogue.has(word);
}
