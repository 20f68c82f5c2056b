import type { Locale } from '../../../shared/locale';
import type { FoundTerm } from './term-index';

/** A term found in a message. */
interface SearchedTerm extends FoundTerm {
  /** Whether only a correction of the spelling found it. */
  readonly isCorrected?: boolean;
}

/** A topic and how well a message fits it. */
export interface ScoredTopic {
  readonly id: string;
  readonly score: number;
  /** Whether one of its terms has to be examined soon. */
  readonly isSoon: boolean;
  /** Whether it was found only by corrected words. */
  readonly isCorrected: boolean;
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
export function scoreTopics(terms: readonly SearchedTerm[], languages: readonly Locale[]): ScoredTopic[] {
  const counted = terms.filter(
    (term) =>
      !terms.some((other) => isPartOf(term, other)) &&
      !isChanceStem(term, terms) &&
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
        isCorrected: ofTopic.every((term) => term.isCorrected === true),
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

/**
 * Whether only a stem of a term is in the message, and it is short or that of another term that is there as it is written:
 * `parto` (birth) has the stem of `partido` (fracture).
 */
function isChanceStem(term: FoundTerm, terms: readonly FoundTerm[]): boolean {
  const { lexemes, isWritten, language } = term;
  // Roots of Arabic words have three letters.
  if (isWritten || language === 'ar') return false;
  const isOther = (other: FoundTerm) =>
    other.isWritten && other.language === language && other.lexemes.join() === lexemes.join();
  return lexemes.join('').length < MIN_STEM_LENGTH || terms.some(isOther);
}

/** Whether a term is a part of another one: "fever" in a message with "yellow fever". */
function isPartOf(term: FoundTerm, other: FoundTerm): boolean {
  return (
    term.language === other.language &&
    term.lexemes.length < other.lexemes.length &&
    term.lexemes.every((lexeme) => other.lexemes.includes(lexeme))
  );
}
