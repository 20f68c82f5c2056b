import { isPunctuation, foldText, splitWords } from '../../../shared/words';
import { formsOfWord } from './arabic-clitics';
import { isEverydayWord } from '../language/detect-language';
import circumstances from './circumstance-words.json';
import { isIntentWord } from './intents';
import { isMedicineName, isQuestionWord } from './questions';

/** Shorter words say little about the subject of a message. */
const MIN_CONTENT_LENGTH = 4;
/** The start of a word that is the same in its other forms. */
const STEM_LENGTH = 4;
const MIN_QUESTION_WORDS = 2;
const MAX_QUESTIONS = 6;
/** What stands between two questions of a sentence. Arabic "and" is written together with the question word. */
const JOINTS =
  /[,،]?\s+(?:and|also|et|e|na)\s+|[,،]\s*|\s+و(?=(?:هل|كيف|مت[ىي]|ماذا|ما|كم|[أا]ين|وين|فين|لماذا|ليش|ليه)\s)/giu;

const QUESTION_WORDS = folded(
  'what how why wetin pourquoi combien quel quelle quels quelles quoi quanto quantos quantas qual quais onde ' +
    'nini gani vipi aje lini wapi kwanini اين وين فين هل ماذا كيف لماذا متى ليش ازاي ايش شنو',
);
/** Words that ask only as the first of a sentence. */
const FIRST_WORDS = folded(
  'when which where who can could should may must is are does do did will fit ' +
    'que qui où comment quand puis peut peux faut est como porque quando que posso pode devo é ' +
    'je naweza ninaweza inaweza ما كم اين ممكن',
);

/** Those who ask, and when. */
const CIRCUMSTANCES = folded(Object.values(circumstances.words).join(' '));

function folded(words: string): ReadonlySet<string> {
  return new Set(foldText(words).split(' '));
}

/** Words of questions for yes or no. */
const YES_OR_NO = folded(
  'can may could fit should safe allowed puis peux peut posso pode podem naweza ninaweza anaweza inafaa هل ممكن ينفع يمكن',
);

/** Whether a message asks whether something is allowed, helps or harms. */
export function asksYesOrNo(message: string): boolean {
  return splitWords(message).some((word) => YES_OR_NO.has(word));
}

/** Questions in the words of a statement: "I want to know if". */
const INDIRECT =
  /\b(?:want|like|need) to know\b|\b(?:voudrais|veux|aimerais) savoir\b|\b(?:quero|queria|gostaria de) saber\b|\b(?:nataka|ningependa|naomba) kujua\b|(?:اريد|بدي|عايز|ابغي|ودي) (?:ان )?اعرف/u;

/** Whether a message asks something, and does not only describe a complaint or name a topic. */
export function isQuestion(message: string): boolean {
  const words = splitWords(message);
  return (
    /[?؟]/u.test(message) ||
    INDIRECT.test(foldText(message)) ||
    words.some((word, index) => QUESTION_WORDS.has(word) || (FIRST_WORDS.has(word) && isFirst(words, index)))
  );
}

/** Words before the first one of a question: "o que", "and can", "abeg how". */
const LEADING_WORDS = folded('o and also so but please pls abeg et e mais mas na lakini');

function isFirst(words: readonly string[], index: number): boolean {
  const before = words[index - 1];
  return (
    before === undefined || isPunctuation(before) || (LEADING_WORDS.has(before) && isFirst(words, index - 1))
  );
}

/** Returns the questions of a message, as they are written; the first ones of a long message. */
export function splitQuestions(message: string): string[] {
  return message
    .split(/(?<=[?؟\n])|(?<=[.!;؛])\s/u)
    .flatMap(splitClauses)
    .map((clause) => clause.trim())
    .filter((clause) => isQuestion(clause) && splitWords(clause).length >= MIN_QUESTION_WORDS)
    .slice(0, MAX_QUESTIONS);
}

/** Longer lists are not several questions, and take a time that grows with the square of their length. */
const MAX_JOINTS = 20;

/** Returns a sentence in parts, each with a question of its own: "paracetamol and ibuprofen" stays together. */
function splitClauses(sentence: string): string[] {
  const joints = [...sentence.matchAll(JOINTS)];
  if (joints.length > MAX_JOINTS) return [sentence];
  let start = 0;
  const clauses: string[] = [];
  for (const joint of joints) {
    const before = sentence.slice(start, joint.index);
    const after = sentence.slice(joint.index + joint[0].length);
    if (!asks(before) || !asks(after.split(JOINTS)[0] ?? '')) continue;
    clauses.push(before);
    start = joint.index + joint[0].length;
  }
  return [...clauses, sentence.slice(start)];
}

/** Whether a clause has a question word, and is more than "and why". */
function asks(clause: string): boolean {
  const words = splitWords(clause);
  return (
    words.length >= MIN_QUESTION_WORDS &&
    words.some((word, index) => QUESTION_WORDS.has(word) || (FIRST_WORDS.has(word) && isFirst(words, index)))
  );
}

/** The starts of the words of texts, which are the same in all forms of a word. */
export function startsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(splitWords).map(startOf));
}

/** Returns the words of a message that do not belong to every message, and of which the known words have no form. */
export function unexplainedWords(
  message: string,
  starts: ReadonlySet<string>,
  minLength = MIN_CONTENT_LENGTH,
): string[] {
  return splitWords(message).filter(
    (word) =>
      word.length >= minLength &&
      !isPunctuation(word) &&
      !/\p{N}/u.test(word) &&
      ![...formsOfWord(word), word.replace(JOINED_AND, ''), stemOf(word)].some(isUsualWord) &&
      !starts.has(startOf(word)) &&
      !starts.has(startOf(stemOf(word))),
  );
}

/** The person, the tense and the object before a Swahili verb: `niepuke`, `ninavyoepuka`, `anapokojoa`. */
const SWAHILI_PREFIX =
  /^(?:ni|na|u|a|tu|m|wa|hu|ku|i|zi|ya|si|hau|ha|nisi|usi|asi)(?:na|li|me|ta|ki|ka|nge)?(?:po|vyo|cho|lo|yo)?(?=[a-z]{4})/u;

/** Returns a word without what stands before a Swahili verb. */
function stemOf(word: string): string {
  return word.replace(SWAHILI_PREFIX, '');
}

/** "Is it hereditary" asks for more than the nature of an illness. */
const HEREDITY = /^(?:heredit|inherit|genetic|genetiq|hurith|kurith|وراث)/u;

function isUsualWord(word: string): boolean {
  return (
    isEverydayWord(word) ||
    (isQuestionWord(word) && !isMedicineName(word) && !HEREDITY.test(word)) ||
    isIntentWord(word) ||
    QUESTION_WORDS.has(word) ||
    CIRCUMSTANCES.has(word) ||
    FIRST_WORDS.has(word)
  );
}

/** Returns folded words as a message writes them, each once. */
export function asWritten(words: readonly string[], message: string): string[] {
  const written =
    message.match(/[\p{L}\p{M}\p{N}]+/gu)?.filter((word) => words.includes(foldText(word))) ?? [];
  return [...new Set(written)];
}

/** A short name of an illness, such as HIV. */
const ACRONYM = /\b\p{Lu}{2,}\b/gu;

/** Whether a message has a word of a name. */
export function hasNameIn(message: string, name: string): boolean {
  const words = startsOf([message]);
  const acronyms = splitWords(name.match(ACRONYM)?.join(' ') ?? '');
  return splitWords(name).some(
    (word) => (word.length >= MIN_CONTENT_LENGTH || acronyms.includes(word)) && words.has(startOf(word)),
  );
}

/** Whether a message has all words of a name: "hepatitis" is not hepatitis E. */
export function hasWholeNameIn(message: string, name: string): boolean {
  const words = startsOf([message]);
  return splitWords(name).every((word) => isPunctuation(word) || words.has(startOf(word)));
}

/** Arabic "and", also before short words. */
const JOINED_AND = /^و(?=\p{Script=Arabic}{2})/u;
/** The plural, and the endings of Arabic words: "my", "his", "her". */
const ENDING = /(?<=[a-z]{3})s$|(?<=\p{Script=Arabic}{3})(?:ي|ه|ها|ك|كم|نا|ات|ين|ون)$/u;

function startOf(word: string): string {
  return (formsOfWord(word).at(-1) ?? word).replace(ENDING, '').slice(0, STEM_LENGTH);
}
