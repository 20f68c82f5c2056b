import type { Locale } from '../../../../shared/locale';

/** A term whose words all occur in a message. */
export interface FoundTerm {
  readonly place: number;
  readonly language: Locale;
  readonly topicId: string;
  /** As it is written. */
  readonly term: string;
  /** From 1, a faint hint, to 5, the name. */
  readonly weight: number;
  /** Whether who says so has to be examined soon. */
  readonly soon: boolean;
  readonly lexemes: readonly string[];
}

/** A topic and how strongly a message speaks for it. */
export interface ScoredTopic {
  readonly id: string;
  readonly score: number;
  /** Whether anything that speaks for it has to be examined soon. */
  readonly isSoon: boolean;
  /** The lexemes by which it is found. */
  readonly words: ReadonlySet<string>;
}

/** What each further word of a term counts: "yellow fever" says more than "fever". */
const FURTHER_WORD = 0.25;
/** What each further term counts. */
const FURTHER_TERM = 0.1;
/** A word of a language that the message is not known to be in may be another word that looks alike. */
const OTHER_LANGUAGE = 0.6;
/** So short a word is one of some other language too: `os`, "bones" in French, is "the" in Portuguese. */
const LITTLE_WORD = 3;

/**
 * The topics of the terms that a message has, best first. The strongest term decides and the others break ties: terms
 * overlap, so that a sum would count one complaint several times. Equals are in the order of their ids: the same message
 * always gets the same answer.
 */
export function scoreTopics(found: readonly FoundTerm[], languages: readonly Locale[]): ScoredTopic[] {
  const telling = found.filter(
    (term) =>
      !found.some((other) => isPartOf(term, other)) &&
      (languages.includes(term.language) || term.lexemes.join('').length > LITTLE_WORD),
  );
  const ids = [...new Set(telling.map(({ topicId }) => topicId))];
  return ids
    .map((id) => {
      const terms = telling.filter(({ topicId }) => topicId === id);
      const scores = terms.map(
        ({ weight, lexemes, language }) =>
          (weight + FURTHER_WORD * (lexemes.length - 1)) *
          (languages.includes(language) ? 1 : OTHER_LANGUAGE),
      );
      return {
        id,
        score: Math.max(...scores) + FURTHER_TERM * (terms.length - 1),
        isSoon: found.some(({ topicId, soon }) => soon && topicId === id),
        words: new Set(terms.flatMap(({ lexemes }) => lexemes)),
      };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Of "yellow fever" and "fever" in one message only the first is meant. */
function isPartOf(term: FoundTerm, other: FoundTerm): boolean {
  return (
    term.language === other.language &&
    term.lexemes.length < other.lexemes.length &&
    term.lexemes.every((lexeme) => other.lexemes.includes(lexeme))
  );
}
