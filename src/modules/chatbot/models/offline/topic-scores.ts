import type { Locale } from '../../../../shared/locale';
import type { FoundTerm } from './term-index';

/** A topic and how well a message fits it. */
export interface ScoredTopic {
  readonly id: string;
  readonly score: number;
  /** Whether one of its terms has to be examined soon. */
  readonly isSoon: boolean;
  /** The lexemes of its terms. */
  readonly lexemes: ReadonlySet<string>;
}

/** Each further word of a term: "yellow fever" fits better than "fever". */
const FURTHER_WORD_SCORE = 0.25;
const FURTHER_TERM_SCORE = 0.1;
/** A term of an unlikely language may be another word that looks alike. */
const UNLIKELY_LANGUAGE_FACTOR = 0.6;
/** Shorter terms of unlikely languages do not count: `os`, "bones" in French, is "the" in Portuguese. */
const MIN_UNLIKELY_LENGTH = 4;
/** Shorter stems are those of unrelated words: `colo` (cervix) and `cólera` have the stem `col` in Portuguese. */
const MIN_STEM_LENGTH = 4;

/**
 * Returns the topics of the terms, best first; equal ones by id, so that a message always gets the same reply. The best term
 * decides, because terms overlap and a sum would count one complaint several times.
 * @param languages the likely languages of the message
 */
export function scoreTopics(terms: readonly FoundTerm[], languages: readonly Locale[]): ScoredTopic[] {
  const counted = terms.filter(
    (term) =>
      !terms.some((other) => isPartOf(term, other)) &&
      !isChanceStem(term) &&
      (languages.includes(term.language) || mayBeMixed(term)),
  );
  const ids = [...new Set(counted.map(({ topicId }) => topicId))];
  return ids
    .map((id) => {
      const ofTopic = counted.filter(({ topicId }) => topicId === id);
      const scores = ofTopic.map(
        ({ weight, lexemes, language }) =>
          (weight + FURTHER_WORD_SCORE * (lexemes.length - 1)) *
          (languages.includes(language) ? 1 : UNLIKELY_LANGUAGE_FACTOR),
      );
      return {
        id,
        score: Math.max(...scores) + FURTHER_TERM_SCORE * (ofTopic.length - 1),
        isSoon: terms.some(({ topicId, isSoon }) => isSoon && topicId === id),
        lexemes: new Set(ofTopic.flatMap(({ lexemes }) => lexemes)),
      };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/**
 * Returns whether a term of an unlikely language may be meant, because people mix languages. A stem alone is another word:
 * "parts" of the body are no `partido`, a fracture in Portuguese.
 */
function mayBeMixed({ lexemes, isWritten }: FoundTerm): boolean {
  return lexemes.join('').length >= MIN_UNLIKELY_LENGTH && (lexemes.length > 1 || isWritten);
}

/** Whether only a short stem of a term is in the message, not the word as it is written. */
function isChanceStem({ lexemes, isWritten, language }: FoundTerm): boolean {
  // Roots of Arabic words have three letters.
  return language !== 'ar' && !isWritten && lexemes.join('').length < MIN_STEM_LENGTH;
}

/** Whether a term is a part of another one: "fever" in a message with "yellow fever". */
function isPartOf(term: FoundTerm, other: FoundTerm): boolean {
  return (
    term.language === other.language &&
    term.lexemes.length < other.lexemes.length &&
    term.lexemes.every((lexeme) => other.lexemes.includes(lexeme))
  );
}
