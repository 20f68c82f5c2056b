import { isPunctuation, foldText, splitWords } from '../../../../shared/words';
import { formsOfWord } from './arabic-clitics';
import { isEverydayWord } from '../../language/detect-language';
import { isQuestionWord } from './questions';

/** Shorter words say little about the subject of a message. */
const MIN_CONTENT_LENGTH = 4;
/** The start of a word that is the same in its other forms. */
const STEM_LENGTH = 4;
const MIN_QUESTION_WORDS = 3;

const QUESTION_WORDS: ReadonlySet<string> = new Set(
  foldText(
    'what how why when which where who can could should may must is are does do will wetin fit ' +
      'que quoi comment pourquoi quand combien quel quelle puis peut peux faut ' +
      'como porque quando quanto quantos quantas qual posso pode devo ' +
      'je nini gani vipi aje lini wapi kwanini naweza ninaweza inaweza ' +
      'هل ما ماذا كيف لماذا متى كم اين ليش ازاي ممكن ايش شنو',
  ).split(' '),
);

/** Whether a message asks something, and does not only describe a complaint or name a topic. */
export function isQuestion(message: string): boolean {
  return /[?؟]/u.test(message) || splitWords(message).some((word) => QUESTION_WORDS.has(word));
}

/** Returns the questions of a few words or more in a message. */
export function splitQuestions(message: string): string[] {
  const sentences = message.match(/[^?؟.!\n]+[?؟]/gu) ?? [];
  return sentences.filter((sentence) => splitWords(sentence).length > MIN_QUESTION_WORDS);
}

/** Returns the words of a message that neither belong to every message nor occur, in any form, in the known words. */
export function unexplainedWords(message: string, known: readonly string[]): string[] {
  const starts = new Set(known.flatMap(splitWords).map(startOf));
  return splitWords(message).filter(
    (word) =>
      word.length >= MIN_CONTENT_LENGTH &&
      !isPunctuation(word) &&
      !/\p{N}/u.test(word) &&
      !isEverydayWord(word) &&
      !isQuestionWord(word) &&
      !QUESTION_WORDS.has(word) &&
      !starts.has(startOf(word)),
  );
}

/** Whether a message has a word of a name. */
export function hasNameIn(message: string, name: string): boolean {
  const words = new Set(splitWords(message).map(startOf));
  return splitWords(name).some((word) => word.length >= MIN_CONTENT_LENGTH && words.has(startOf(word)));
}

function startOf(word: string): string {
  return (formsOfWord(word).at(-1) ?? word).slice(0, STEM_LENGTH);
}
