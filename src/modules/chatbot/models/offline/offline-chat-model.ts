import { Injectable } from '@nestjs/common';
import type { Locale } from '../../../../shared/locale';
import { detectLanguage } from '../../language/detect-language';
import { ChatModel, ModelUnavailableError, type ReplyChunks, type ReplyRequest } from '../chat-model';
import { hasUnknownWords } from '../../facts/uncovered-words';
import { findAskedFacts } from '../../facts/asked-facts';
import { mayBeDanger } from '../../questions/dangers';
import { type Fact, getFact, matchLength } from '../../facts/facts';
import { findFollowedFacts, isFollowUp, saysTried } from '../../facts/follow-ups';
import { type Intent, findIntents } from '../../questions/intents';
import type { FoundLimit, Limit } from '../../facts/limits';
import { NEGATIONS, findQuestions } from '../../questions/questions';
import { type Reading, findReading } from '../../facts/readings';
import { ReplyComposer } from './reply-composer';
import { type SearchWords, searchWords } from '../../topics/search-words';
import {
  GENERAL_PRACTICE,
  type Subject,
  findSubject,
  hasTopic,
  isOnlyPatientGroup,
} from '../../topics/subject';
import type { QuestionKind } from '../../questions/question-kinds';
import { TopicCatalogue } from '../../topics/topic-catalogue';
import { findAskedLimits, findGaps } from '../../facts/unanswered';

/** Raise it if replies change. */
const VERSION = 'offline-18';
/** The latest messages of the user that are read for a reply. */
const MAX_MESSAGES = 5;
/** Facts that lower the blood pressure. */
const LOWERING_FACTS: ReadonlySet<string> = new Set(['pressureFood', 'pressureTablets']);
const NO_QUESTIONS: ReadonlySet<QuestionKind> = new Set();

/**
 * The offline assistant. It replies without a network from the catalogue of specialties and pathologies, and neither
 * diagnoses nor names medicines. A conversation always gets the same reply.
 */
@Injectable()
export class OfflineChatModel extends ChatModel {
  override readonly givesVerdicts = false;

  constructor(private readonly catalogue: TopicCatalogue) {
    super();
  }

  async *streamReply(request: ReplyRequest, signal: AbortSignal): ReplyChunks {
    if (signal.aborted) throw new ModelUnavailableError('no answer before the deadline');
    const { turns, language, triaged } = request;
    const { urgency, emergency } = triaged();
    const composer = new ReplyComposer(this.catalogue, language, urgency);
    const messages = turns
      .filter(({ role }) => role === 'user')
      .slice(-MAX_MESSAGES)
      .map(({ content }) => content);
    yield emergency ? await composer.composeAfterAdvice() : await this.reply(messages, request, composer);
    return { source: 'offline', model: VERSION, promptVersion: null };
  }

  private async reply(
    messages: readonly string[],
    { language, takeTurn }: ReplyRequest,
    composer: ReplyComposer,
  ): Promise<string> {
    const latest = messages.at(-1) ?? '';
    const languages = likelyLanguages(latest, language);
    await takeTurn();
    const asked = findAskedFacts(latest, languages);
    await takeTurn();
    const reading = readingOf(latest, asked);
    const facts = reading?.isLow ? asked.filter(({ id }) => !LOWERING_FACTS.has(id)) : asked;
    await takeTurn();
    if (reading && reading.factId !== 'bloodPressure') {
      const read = [...new Set([getFact(reading.factId), ...facts])];
      const unanswered = findGaps(latest, { facts: read, limits: [], languages });
      return composer.composeFacts(read, { message: latest, reading, unanswered });
    }
    const questions = findQuestions(latest, languages);
    const isUrgent = facts.some((fact) => fact.isUrgent);
    await takeTurn();
    const limits = limitsBeside(facts, findAskedLimits(latest, languages), latest);
    const alone = limits.find(({ isAlone }) => isAlone);
    await takeTurn();
    const unanswered = findGaps(latest, { facts, limits, languages });
    if (alone && !isUrgent)
      return composer.composeLimits([alone], findGaps(latest, { facts: [], limits: [alone], languages }));
    await takeTurn();
    const followed = isUrgent ? [] : findFollowedFacts(messages, languages);
    if (followed.length > 0) {
      const open = findGaps(latest, { facts: followed, limits, languages });
      const hasTried = saysTried(latest);
      return composer.composeFacts(followed, {
        message: latest,
        questions,
        limits,
        unanswered: open,
        hasTried,
      });
    }
    // What a specialty does is in the catalogue, if it has the specialty.
    const isForCatalogue = !isUrgent && questions.has('role');
    const question = { message: latest, reading, questions, limits, unanswered };
    await takeTurn();
    if (facts.length > 0 && !isForCatalogue) return composer.composeFacts(facts, question);
    if (limits.length > 0 && unanswered.gaps.length === 0) return composer.composeLimits(limits, unanswered);
    // What a limit answers is not searched.
    const searched =
      limits.length > 0 ? unanswered.gaps.flatMap(({ question: open }) => open ?? []).join(' ') : latest;
    const intents = findIntents(searched, languages);
    const kinds = withoutUnasked(findQuestions(searched, languages), intents);
    const words: SearchWords[] = [];
    for (const message of [...messages.slice(0, -1), searched]) {
      await takeTurn();
      words.push(searchWords(message, NEGATIONS[detectLanguage(message) ?? language]));
    }
    const topics = await this.catalogue.findTopics(words, languages);
    await takeTurn();
    const [subject, ...earlier] = topics
      .map((found, index) => findSubject(found, index === topics.length - 1 ? kinds : NO_QUESTIONS))
      .toReversed();
    if (facts.length > 0 && !(subject && hasTopic(subject))) return composer.composeFacts(facts, question);
    if (limits.length > 0 && !(subject && hasTopic(subject)))
      return composer.composeLimits(limits, unanswered);
    let wasUnwell = false;
    for (const message of messages.slice(0, -1)) {
      await takeTurn();
      wasUnwell ||= findQuestions(message, languages).has('unwell');
    }
    const continues = messages.length > 1 && isFollowUp(latest, languages);
    const context = { questions: kinds, previous: earlier.find(hasTopic), wasUnwell, continues };
    return composer.compose(kinds, {
      message: searched,
      intents,
      subject: subject && subjectInContext(subject, context),
      reading,
      limits,
      isPartOnly: unanswered.gaps.length > 1,
    });
  }
}

/**
 * A medicine that is only named, in a question for something else than its dose, is not asked for. "Is it contagious" asks for no
 * diagnosis.
 */
function withoutUnasked(
  questions: ReadonlySet<QuestionKind>,
  intents: ReadonlySet<Intent>,
): ReadonlySet<QuestionKind> {
  const isOnlyNamed = intents.size > 0 && !intents.has('dose') && !intents.has('use');
  const isOfIllness = intents.has('contagion') || intents.has('cure') || intents.has('signs');
  return new Set(
    [...questions].filter(
      (kind) => !(isOnlyNamed && kind === 'medicine') && !(isOfIllness && kind === 'diagnosis'),
    ),
  );
}

/** Returns the limits that are said beside the facts: that on medicines together only if a fact is about one of them alone. */
function limitsBeside(facts: readonly Fact[], found: readonly FoundLimit[], message: string): Limit[] {
  const length = Math.max(0, ...facts.map((fact) => matchLength(fact, message)));
  return found
    .filter(({ limit, length: own }) => {
      if (facts.length === 0 || limit.isAlways) return true;
      if (limit.isAlone) return own >= length;
      if (limit.id !== 'interaction') return length === 1;
      return (
        !facts.some((fact) => isOnCombination(fact, message)) &&
        (length === 1 || facts.every((fact) => hasUnknownWords(fact, message)))
      );
    })
    .map(({ limit }) => limit);
}

/** Words of a phrase that names two things. */
const PAIR_LENGTH = 2;

/** Returns whether a fact is on the two things that a message wants to combine, and not on one of them. */
function isOnCombination(fact: Fact, message: string): boolean {
  return fact.answers.includes('interaction') && matchLength(fact, message) >= PAIR_LENGTH;
}

/** Returns the value that a message asks about, unless it asks for another fact or may describe a danger. */
function readingOf(message: string, facts: readonly Fact[]): Reading | undefined {
  const reading = findReading(message);
  const isUrgent = facts.some((fact) => fact.isUrgent);
  return reading && !isUrgent && !mayBeDanger(message) ? reading : undefined;
}

/** Returns the language of the message, then that of the reply: a user may write one and read another. */
function likelyLanguages(message: string, language: Locale): Locale[] {
  const written = detectLanguage(message);
  return [...new Set([...(written ? [written] : []), language])];
}

interface SubjectContext {
  readonly questions: ReadonlySet<QuestionKind>;
  /** The last subject of earlier messages. */
  readonly previous: Subject | undefined;
  /** Whether an earlier message said that the user is unwell. The reply to it asked for details. */
  readonly wasUnwell: boolean;
  /** Whether the message says nothing without the previous one: a topic that it seems to have is none. */
  readonly continues: boolean;
}

/** Returns the previous subject if the message continues it: "and which doctor for that?", "what about children?" */
function subjectInContext(
  subject: Subject,
  { questions, previous, wasUnwell, continues }: SubjectContext,
): Subject {
  if (!previous) {
    const isAnswer = wasUnwell && questions.size === 0 && !hasTopic(subject);
    return isAnswer ? { ...subject, specialties: [GENERAL_PRACTICE] } : subject;
  }
  if (questions.has('vaccines')) return subject;
  if (continues) return previous;
  const asksForGroup = questions.has('children') || questions.has('pregnancy');
  if (hasTopic(subject) && !(asksForGroup && isOnlyPatientGroup(subject))) return subject;
  const isSmallTalk = (['list', 'about', 'thanks', 'greeting', 'unwell'] as const).some((question) =>
    questions.has(question),
  );
  return isSmallTalk && !asksForGroup ? subject : previous;
}
