import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { foldText, isPunctuation, splitWords } from '../../../shared/words';
import everydayCare from './known-facts/everyday-care.json';
import infections from './known-facts/infections.json';
import longIllnesses from './known-facts/long-illnesses.json';
import medicines from './known-facts/medicines.json';
import mindAndHabits from './known-facts/mind-and-habits.json';
import womenAndChildren from './known-facts/women-and-children.json';
import { compileDangers, findDangers } from '../questions/dangers';
import { ANSWERED_INTENTS, findIntents } from '../questions/intents';
import { createMatchers, PhraseMatcher, countWords } from '../questions/phrase-matcher';
import { withoutNegatedSigns } from '../questions/negated-signs';
import { SpellingIndex } from '../questions/spelling';
import { stopsHabit } from '../questions/stopped-habit';
import { asksYesOrNo, isQuestion, splitQuestions, startsOf } from '../questions/understanding';

const text = z.string().min(1);
const inEachLanguage = <Value extends z.ZodType>(value: Value) => z.record(z.enum(LOCALES), value);

const openingSchema = z.strictObject({
  phrases: inEachLanguage(z.array(text).min(1)),
  texts: inEachLanguage(text),
  /** What it answers; any intent but a cause if undefined. */
  answers: z.array(z.enum(ANSWERED_INTENTS)).optional(),
  /** Whether it is about stopping a medicine, and so not for a message about stopping something else. */
  isOfMedicine: z.boolean().optional(),
});

const factSchema = z.strictObject({
  id: text,
  /** Organization, title and year. */
  source: z.string().regex(/\b20\d\d$/),
  /** Topic of the specialty that treats it; none if no doctor is needed. */
  specialty: text.optional(),
  /** Whether it is answered first, because hours count. */
  isUrgent: z.boolean(),
  /** Its own urgency, where it is certain: it replaces that of today. */
  urgency: z.enum(['now', 'routine']).optional(),
  /** What its text says of the subject, beside what it is and what to do. */
  answers: z.array(z.enum(ANSWERED_INTENTS)),
  /** Completes "Do you want to know about …?" */
  names: inEachLanguage(text),
  phrases: inEachLanguage(z.array(text).min(1)),
  /** With one of these a message is about something else. */
  except: inEachLanguage(z.array(text).min(1)).optional(),
  texts: inEachLanguage(text),
  /** First sentences for narrower questions, such as whether to stop. The first one with a phrase in the message counts. */
  openings: z.array(openingSchema).optional(),
});

const fileSchema = z.strictObject({ about: z.array(text), facts: z.array(factSchema) });

export const FACTS = [
  infections,
  womenAndChildren,
  longIllnesses,
  medicines,
  mindAndHabits,
  everydayCare,
].flatMap((file) => fileSchema.parse(file).facts);

export type Fact = (typeof FACTS)[number];

type Opening = NonNullable<Fact['openings']>[number];

/** @throws TypeError if there is no such fact */
export function getFact(id: string): Fact {
  const fact = FACTS.find((one) => one.id === id);
  if (!fact) throw new TypeError(`there is no fact "${id}"`);
  return fact;
}

let matchers: ReadonlyMap<Locale, PhraseMatcher> | undefined;

function getMatchers(): ReadonlyMap<Locale, PhraseMatcher> {
  return (matchers ??= createMatchers((locale) =>
    FACTS.flatMap(({ phrases, except }) => [...phrases[locale], ...(except?.[locale] ?? [])]),
  ));
}

let openings: PhraseMatcher | undefined;

function getOpenings(): PhraseMatcher {
  return (openings ??= new PhraseMatcher(
    FACTS.flatMap((fact) => fact.openings ?? []).flatMap(({ phrases }) => Object.values(phrases).flat()),
  ));
}

let factWords: ReadonlySet<string> | undefined;

function getFactWords(): ReadonlySet<string> {
  return (factWords ??= new Set(
    FACTS.flatMap(({ phrases }) => Object.values(phrases).flat()).flatMap(
      (phrase) => foldText(phrase).match(/(?<![\p{L}\p{N}~])[\p{L}\p{N}]+(?![\p{L}\p{N}~])/gu) ?? [],
    ),
  ));
}

/** Whether a word is part of a phrase in any language, and so not a misspelt term: "injection" is no "infection". */
export function isFactWord(word: string): boolean {
  return getFactWords().has(word);
}

let spelling: SpellingIndex | undefined;

/** Returns the words of a message, the long ones as the phrases of facts spell them. */
export function spellAsFacts(message: string): string[] {
  spelling ??= new SpellingIndex(getFactWords());
  return spelling.correct(splitWords(message));
}

/** Compiles the phrases before the first message. */
export function compileFacts(): void {
  getMatchers();
  compileDangers();
  getOpenings();
  stopsHabit([]);
  spellAsFacts('');
}

/** Words that begin another question. */
const JOINING_WORDS: ReadonlySet<string> = new Set(
  'and also plus et aussi e também tambem na pia و ايضا كمان'.split(' '),
);
/** More facts are not answered in the order of the questions. */
const MAX_IN_ORDER = 2;
/** A longer text is no list of questions. */
const MAX_QUESTIONS = 6;
/** Arabic "and" is written together with the next word: these begin a question. */
const JOINED_QUESTION = /^و(?:هل|كيف|متي|ماذا|ما|كم|اين)$/u;

/**
 * Returns the facts that a message asks for, in the first language that has any: the urgent ones, or else those whose phrases
 * say most, and those of a second question in the message. None if the message may describe a danger.
 * @param likely the likely languages, likeliest first; the others follow
 */
export function findFacts(message: string, likely: readonly Locale[]): Fact[] {
  const written = spellAsFacts(message);
  for (const language of new Set([...likely, ...LOCALES])) {
    const words = withoutNegatedSigns(written, language);
    const found = findAll(words, language);
    const urgent = found.filter(({ fact }) => fact.isUrgent);
    if (urgent.length > 0) return urgent.map(({ fact }) => fact);
    if (found.length === 0) continue;
    const best = longest(found);
    const known = new Set(best.flatMap(({ phrases }) => phrases.flatMap(findDangers)));
    if (findDangers(message).some((danger) => !known.has(danger))) return [];
    const parts = splitParts(words).map((part) => longest(findAll(part, language)));
    const facts = best.map(({ fact }) => fact);
    const ofParts = parts.flat().map(({ fact }) => fact);
    if (!facts.some((fact) => ofParts.includes(fact))) return facts;
    // Several facts are offered to choose from, the best ones first.
    const isChoice = new Set([...facts, ...ofParts]).size > MAX_IN_ORDER;
    const first = isChoice ? facts : facts.filter((fact) => !ofParts.includes(fact));
    return [...new Set([...first, ...ofParts, ...facts])];
  }
  return [];
}

/** Returns the facts that phrases with some of the words find in a message, in the first language that has any. */
export function findFactsByWords(
  words: readonly string[],
  message: string,
  likely: readonly Locale[],
): Fact[] {
  const starts = startsOf(words);
  const written = spellAsFacts(message);
  for (const language of likely) {
    const found = findAll(withoutNegatedSigns(written, language), language).filter(({ phrases }) =>
      [...startsOf(phrases)].some((start) => starts.has(start)),
    );
    if (found.length > 0) return longest(found).map(({ fact }) => fact);
  }
  return [];
}

interface FoundFact {
  readonly fact: Fact;
  /** The phrases of the fact in the message with the most words. */
  readonly phrases: readonly string[];
  readonly length: number;
}

function findAll(words: readonly string[], language: Locale): FoundFact[] {
  const found = getMatchers().get(language)?.find(words) ?? new Set<string>();
  return FACTS.flatMap((fact) => {
    const phrases = fact.phrases[language].filter((phrase) => found.has(phrase));
    if (phrases.length === 0 || fact.except?.[language].some((phrase) => found.has(phrase))) return [];
    const length = Math.max(...phrases.map(countWords));
    return [{ fact, phrases: phrases.filter((phrase) => countWords(phrase) === length), length }];
  });
}

function longest(found: readonly FoundFact[]): FoundFact[] {
  const most = Math.max(...found.map(({ length }) => length));
  return found.filter(({ length }) => length === most);
}

/** Returns the parts of a message between punctuation and words such as "also"; none of a long message. */
function splitParts(words: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (isPunctuation(word) || JOINING_WORDS.has(word)) parts.push([]);
    else if (JOINED_QUESTION.test(word)) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts.length > MAX_QUESTIONS ? [] : parts;
}

/** Returns the first sentences of a fact for the narrower question that a message asks, or undefined. */
export function findOpening({ openings: ofFact }: Fact, message: string): Opening | undefined {
  const words = spellAsFacts(message);
  const found = getOpenings().find(words);
  return ofFact?.find(
    ({ phrases, isOfMedicine = false }) =>
      Object.values(phrases)
        .flat()
        .some((phrase) => found.has(phrase)) && !(isOfMedicine && stopsHabit(words)),
  );
}

/** Returns the text of a fact, after its first sentence for each narrower question of the message. */
export function answer(fact: Fact, message: string, language: Locale): string {
  const questions = splitQuestions(message);
  const asked = questions.flatMap((question) => findOpening(fact, question) ?? []);
  const first = findOpening(fact, message);
  const openings = asked.length > 0 || !first ? asked : [first];
  const intents = findIntents(message, [language]);
  // "Why" is not answered by "no", nor is a statement.
  const isOpen = OPEN_INTENTS.some((intent) => intents.has(intent)) || !isQuestion(message);
  const asksOpenly = isOpen && !asksYesOrNo(message);
  return [...new Set(openings)]
    .map(({ texts }) => (asksOpenly ? withoutVerdict(texts[language]) : texts[language]))
    .concat(asksOpenly || asksIfBad(message) ? withoutVerdict(fact.texts[language]) : fact.texts[language])
    .join(' ');
}

/** "Is it dangerous?" is not answered by "yes, it is safe". */
const BAD =
  /danger|harm|risk|unsafe|forbid|\bbad\b|nocif|risqu|mauvais|interdit|grave|perig|\bmal\b|proibid|hatari|madhara|marufuku|خطر|خطير|ضار|مضر|ممنوع/u;

function asksIfBad(message: string): boolean {
  return BAD.test(foldText(message));
}

/** What no "yes" or "no" answers. */
const OPEN_INTENTS = ['cause', 'time', 'place', 'dose'] as const;

/** Returns a sentence without "yes" or "no" at its beginning. */
function withoutVerdict(sentence: string): string {
  const rest = sentence.replace(/^(?:Yes|No|Oui|Non|Sim|Não|Ndiyo|Hapana|نعم|لا)[,،:.] ?/u, '');
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Returns how many words of a message explain why a fact was found. */
export function matchLength({ phrases }: Fact, message: string): number {
  const words = spellAsFacts(message);
  const lengths = LOCALES.flatMap((language) => {
    const found = getMatchers().get(language)?.find(words) ?? new Set<string>();
    return phrases[language].filter((phrase) => found.has(phrase)).map(countWords);
  });
  return Math.max(0, ...lengths);
}
