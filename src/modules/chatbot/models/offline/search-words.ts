import { isEverydayWord } from '../../language/detect-language';
import { type Negation, isPause, wordsOf } from '../../../triage';
import { editDistance } from './edit-distance';
import { isQuestionWord } from './questions';

/** Of a long message these many different words are looked for. */
const MOST_WORDS = 80;
/** A shorter word is next to too many others to be called misspelt. */
const SHORTEST_MISSPELT = 5;
const SHORTEST_MISSPELT_ARABIC = 4;
/** From this length on a word may be two letters off. */
const LONG = 9;
/** Of these many words each is also looked for together with the next one. */
const MOST_JOINED = 20;
/** Portuguese has one stem for it and for "grávida", pregnant; in the others too it only says how bad something is. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(['grave', 'graves']);
const NO_LIST: ReadonlyMap<number, number> = new Map();

/** Who speaks and when, before the stem of a Swahili verb: `ni-na-kohoa`, "I cough". */
const SWAHILI_VERB = /^(?:ni|u|a|tu|m|wa|i|ki|li|ya|zi|vi|n)(?:na|li|me|ta)([a-z]{3,})$/u;
const SWAHILI_SHORT_VERB = /^na([a-z]{4,})$/u;
/** "And", "in", "for" and the article, which Arabic writes together with the word. */
const ARABIC_CLITICS = /^(?:[وف]?(?:[بك]?ال|لل)|[وفبل])(\p{Script=Arabic}{3,})$/u;

/** The words of a message, each once, and what else they may be found by. */
export interface SearchWords {
  readonly said: readonly string[];
  /** Neighbours as one word: "heart burn" is found by "heartburn". */
  readonly joined: readonly string[];
  /** Those that the message negates. */
  readonly denied: readonly string[];
}

/** @param negation of the language in which it is written */
export function searchWords(message: string, negation: Negation): SearchWords {
  const words = wordsOf(message);
  const isWord = (word: string | undefined) =>
    word !== undefined && !isPause(word) && !SAYS_NOTHING.has(word);
  const isDenied = (place: number) => isWord(words[place]) && negation.governs(words, place, NO_LIST);
  const said = words.filter(isWord);
  return {
    said: formsOf(said),
    joined: said.slice(0, MOST_JOINED).map((word, place) => word + (said[place + 1] ?? '')),
    // "No chest pain": what directly follows a negated word belongs to it.
    denied: formsOf(words.filter((word, place) => isWord(word) && (isDenied(place) || isDenied(place - 1)))),
  };
}

function formsOf(words: readonly string[]): string[] {
  return [...new Set(words)].slice(0, MOST_WORDS).flatMap((word) => [word, ...otherFormsOf(word)]);
}

/** What else a word may be found by. */
function otherFormsOf(word: string): string[] {
  const stem = (SWAHILI_VERB.exec(word) ?? SWAHILI_SHORT_VERB.exec(word))?.[1];
  const bare = ARABIC_CLITICS.exec(word)?.[1];
  return [...(stem === undefined ? [] : [stem, `ku${stem}`]), ...(bare === undefined ? [] : [bare])];
}

/** The words that may be misspelt. */
export function doubtfulWords(words: readonly string[]): string[] {
  return words.filter((word) => {
    const shortest = /\p{Script=Arabic}/u.test(word) ? SHORTEST_MISSPELT_ARABIC : SHORTEST_MISSPELT;
    return word.length >= shortest && !/\p{N}/u.test(word) && !isEverydayWord(word) && !isQuestionWord(word);
  });
}

/** Of the words like a misspelt one, those that it may have been meant for. */
export function meantWords(written: string, known: readonly string[]): string[] {
  const distances = known
    .filter((word) => beginsLike(word, written))
    .map((word) => ({ word, distance: editDistance(written, word) }));
  const nearest = Math.min(...distances.map(({ distance }) => distance));
  if (nearest > (written.length >= LONG ? 2 : 1)) return [];
  return distances.filter(({ distance }) => distance === nearest).map(({ word }) => word);
}

/** People seldom mistake the first letter of a short word, but may leave out a silent one: "neumonia". */
function beginsLike(known: string, written: string): boolean {
  return (
    written.length >= LONG ||
    known.startsWith(written.slice(0, 1)) ||
    known.slice(1).startsWith(written.slice(0, 2))
  );
}
