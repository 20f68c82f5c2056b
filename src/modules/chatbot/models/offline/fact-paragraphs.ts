import type { Locale } from '../../../../shared/locale';
import { findUncoveredWords, isClear, isFoundByWords, isUncertain } from '../../facts/uncovered-words';
import { type Fact, answer } from '../../facts/facts';
import type { Intent } from '../../questions/intents';
import type { Limit } from '../../facts/limits';
import { findUncoveredGroups, isForOtherGroup } from './person-groups';
import type { Reading } from '../../facts/readings';
import { type ReplySentences, cut } from './reply-sentences';
import type { QuestionKind } from '../../questions/question-kinds';
import type { Sentence } from './sentences';
import type { Gap, Gaps } from '../../facts/unanswered';
import { asWritten, startsOf, unexplainedWords } from '../../questions/understanding';

type Questions = ReadonlySet<QuestionKind>;

export const GAP_SENTENCES = {
  dose: 'noDose',
  use: 'noDose',
  place: 'noPlace',
  time: 'noTime',
  cause: 'noCause',
  normality: 'noNormality',
  effect: 'noEffect',
  signs: 'noSigns',
  cure: 'noCure',
  contagion: 'noContagion',
} as const satisfies Record<Intent, Sentence>;

const PRONOUN = /\b(?:it|them|that|this|ca|cela|isso|isto|hiyo|huo)\b/iu;

interface FactQuestion {
  readonly message: string;
  readonly reading: Reading | undefined;
  readonly questions: Questions;
  readonly limits: readonly Limit[];
  readonly unanswered: Gaps;
  readonly language: Locale;
}

interface FactParagraphs {
  /** The texts of the facts, after what they do not cover. */
  readonly known: readonly string[];
  readonly unknown: readonly string[];
  /** Whether the facts answer no question, and what is unknown comes first. */
  readonly isUnknownFirst: boolean;
}

/** Returns the texts of facts, and what they do not say of a message. */
export function describeFacts(
  sentences: ReplySentences,
  facts: readonly Fact[],
  { message, reading, questions, limits, unanswered, language }: FactQuestion,
): FactParagraphs {
  const texts = facts.map((fact) => answer(fact, message, language));
  const gaps = reading ? unanswered.gaps.flatMap(withoutNormality) : unanswered.gaps;
  const unknown = [
    ...limits.map((limit) => limit.texts[language]),
    ...gaps.flatMap((gap) => describeGap(sentences, gap, questions)),
  ];
  const isUnknownFirst = unanswered.isAll && unknown.length > 0 && !reading;
  // A question without an answer may be what "it" means in the other one.
  const rest = gaps.reduce((text, { question }) => text.replace(question ?? '', ' '), message);
  const isOneSubject = PRONOUN.test(rest) || !facts.some((fact) => isClear(fact, message));
  const covered = isOneSubject ? message : rest;
  const uncoveredByFacts = reading ? [] : findUncoveredWords(facts, covered, language);
  const ofLimits = startsOf(limits.flatMap(({ phrases }) => Object.values(phrases).flat()));
  const words = unexplainedWords(uncoveredByFacts.join(' '), ofLimits, 1);
  const name = facts.map((fact) => fact.names[language]).join(', ');
  const groups = facts.some((fact) => fact.isUrgent)
    ? []
    : findUncoveredGroups(
        message,
        [...texts, ...facts.flatMap(({ names, phrases }) => [names[language], ...phrases[language]])].join(
          ' ',
        ),
      );
  // No text says first what its subject is.
  const isNamed = isUnknownFirst || (questions.has('what') && facts.length === 1);
  const whatIKnow = isNamed ? sentences.format('whatIKnow', { name }) : undefined;
  const doubt =
    !reading && facts.every((fact) => isDoubtful(fact, message, language))
      ? sentences.format('understood', { topic: name })
      : undefined;
  const heading = describeUncovered(sentences, name, asWritten(words, message)) ?? doubt ?? whatIKnow;
  return {
    known: [
      ...(heading === undefined ? [] : [heading]),
      ...texts,
      ...groups.map((group) => sentences.format(group)),
    ],
    unknown,
    isUnknownFirst,
  };
}

/** Returns whether a fact that the message itself found may be a neighbour of what is meant, or for other persons. */
function isDoubtful(fact: Fact, message: string, language: Locale): boolean {
  return (
    isFoundByWords(fact, message) &&
    (isUncertain(fact, message) || isForOtherGroup(message, fact.names[language]))
  );
}

/** More words are often usual ones. Then the reply says only how it read the message. */
const MAX_NAMED_WORDS = 2;

/** Returns the sentence on the words of a message that facts do not cover; undefined if there are none. */
function describeUncovered(
  sentences: ReplySentences,
  name: string,
  words: readonly string[],
): string | undefined {
  if (words.length === 0) return undefined;
  return words.length > MAX_NAMED_WORDS
    ? sentences.format('understood', { topic: name })
    : sentences.format('perhapsFact', { name, words: words.join(', ') });
}

/** A value in a question is explained, whatever is asked of it. */
function withoutNormality({ question, intents }: Gap): Gap[] {
  const others = intents.filter((intent) => intent !== 'normality');
  return question === undefined || (intents.length > 0 && others.length === 0)
    ? []
    : [{ question, intents: others }];
}

/** Returns what is not known of a question, after its words if the message has several. */
export function describeGap(
  sentences: ReplySentences,
  { question, intents }: Gap,
  questions: Questions,
): string[] {
  if (intents.length === 0)
    return question === undefined ? [] : [sentences.format('noAnswer', { question: cut(question) })];
  const said = intents.map((intent) =>
    sentences.format(
      intent === 'effect' && questions.has('sideEffects') ? 'sideEffects' : GAP_SENTENCES[intent],
    ),
  );
  return [[...(question === undefined ? [] : [`“${cut(question)}”`]), ...new Set(said)].join(' ')];
}
