import { isPunctuation, foldText, splitWords } from '../../../../shared/words';
import { formsOfWord } from './arabic-clitics';
import { isEverydayWord } from '../../language/detect-language';
import { isQuestionWord } from './questions';

/** Shorter words say little about the subject of a message. */
const MIN_CONTENT_LENGTH = 4;
/** The start of a word that is the same in its other forms. */
const STEM_LENGTH = 4;
const MIN_QUESTION_WORDS = 3;

const QUESTION_WORDS = folded(
  'what how why wetin pourquoi combien quel quelle quoi quanto quantos quantas qual ' +
    'nini gani vipi aje lini wapi kwanini هل ماذا كيف لماذا متى ليش ازاي ايش شنو',
);
/** Words that ask only as the first of a sentence. */
const FIRST_WORDS = folded(
  'when which where who can could should may must is are does do did will fit ' +
    'que qui comment quand puis peut peux faut est como porque quando que posso pode devo é ' +
    'je naweza ninaweza inaweza ما كم اين ممكن',
);

function folded(words: string): ReadonlySet<string> {
  return new Set(foldText(words).split(' '));
}

/** Whether a message asks something, and does not only describe a complaint or name a topic. */
export function isQuestion(message: string): boolean {
  const words = splitWords(message);
  return (
    /[?؟]/u.test(message) ||
    words.some((word, index) => QUESTION_WORDS.has(word) || (FIRST_WORDS.has(word) && isFirst(words, index)))
  );
}

function isFirst(words: readonly string[], index: number): boolean {
  const before = words[index - 1];
  return before === undefined || isPunctuation(before);
}

/** Returns the questions of a few words or more in a message. */
export function splitQuestions(message: string): string[] {
  const sentences = message.match(/[^?؟.!\n]+[?؟]/gu) ?? [];
  return sentences.filter((sentence) => splitWords(sentence).length > MIN_QUESTION_WORDS);
}

/** The starts of the words of texts, which are the same in all forms of a word. */
export function startsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap(splitWords).map(startOf));
}

/** Returns the words of a message that do not belong to every message, and of which the known words have no form. */
export function unexplainedWords(message: string, starts: ReadonlySet<string>): string[] {
  return splitWords(message).filter(
    (word) =>
      word.length >= MIN_CONTENT_LENGTH &&
      !isPunctuation(word) &&
      !/\p{N}/u.test(word) &&
      !isEverydayWord(word) &&
      !isQuestionWord(word) &&
      !QUESTION_WORDS.has(word) &&
      !FIRST_WORDS.has(word) &&
      !starts.has(startOf(word)),
  );
}

/** Whether a message has a word of a name. */
export function hasNameIn(message: string, name: string): boolean {
  const words = startsOf([message]);
  return splitWords(name).some((word) => word.length >= MIN_CONTENT_LENGTH && words.has(startOf(word)));
}

function startOf(word: string): string {
  return (formsOfWord(word).at(-1) ?? word).slice(0, STEM_LENGTH);
}
