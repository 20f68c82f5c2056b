import type { Locale } from '../../../shared/locale';
import { hasUnknownWords, unknownWords } from './uncovered-words';
import { mayBeDanger } from '../questions/dangers';
import { type Fact, findFacts, findFactsByWords } from './facts';
import { splitQuestions } from '../questions/understanding';

/** Shorter words, such as "ago", are no subject. */
const MIN_SUBJECT_LENGTH = 4;

/**
 * Returns the facts that a message asks for: those of the whole message, and of each question that they say nothing about. The
 * fact of a question comes before that of a complaint beside it.
 * @param likely the likely languages, likeliest first
 */
export function findAskedFacts(message: string, likely: readonly Locale[]): Fact[] {
  const facts = findFacts(message, likely);
  const questions = splitQuestions(message);
  if (facts.some(({ isUrgent }) => isUrgent) || mayBeDanger(message)) return facts;
  const others = questions
    .filter((question) => facts.every((fact) => hasUnknownWords(fact, question)))
    .flatMap((question) => findFacts(question, likely));
  const asked = [...new Set(questions.length < 2 ? [...others, ...facts] : [...facts, ...others])];
  if (asked.length !== 1) return asked;
  // A complaint or a question without a question word.
  const words = unknownWords(asked, message).filter((word) => word.length >= MIN_SUBJECT_LENGTH);
  const beside = findFactsByWords(words, message, likely);
  return [...asked, ...beside.slice(0, 1)];
}
