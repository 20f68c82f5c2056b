import { Injectable } from '@nestjs/common';
import type { Locale } from '../../../../shared/locale';
import { detectLanguage } from '../../language/detect-language';
import {
  AssistantModel,
  AssistantUnavailableError,
  type ReplyPieces,
  type ReplyRequest,
} from '../assistant-model';
import { NEGATIONS, questionsIn } from './questions';
import { OfflineReply } from './offline-reply';
import { searchWords } from './search-words';
import type { Question } from './speech';
import { GENERAL_PRACTICE, isNamed, namesOnlyPeople, type Subject, subjectOf } from './subject';
import { TopicCatalogue } from './topic-catalogue';

/** Raise it when what is said or found changes. */
const VERSION = 'offline-3';
/** How many of a person's messages are read for a reply. */
const MESSAGES_READ = 5;
const NOTHING: ReadonlySet<Question> = new Set();

/**
 * Answers without a network, from what the catalogue knows of specialties and illnesses: which specialty fits, what it does,
 * what an illness is. It neither examines nor diagnoses, and names no medicine. The same conversation always gets the same
 * reply.
 */
@Injectable()
export class OfflineAssistant extends AssistantModel {
  constructor(private readonly catalogue: TopicCatalogue) {
    super();
  }

  async *write({ turns, language, isEmergency }: ReplyRequest, signal: AbortSignal): ReplyPieces {
    if (signal.aborted) throw new AssistantUnavailableError('no answer before the deadline');
    const messages = turns
      .filter(({ role }) => role === 'user')
      .slice(-MESSAGES_READ)
      .map(({ content }) => content);
    const latest = messages.at(-1) ?? '';
    const likely = likelyLanguages(latest, language);
    const questions = questionsIn(latest, likely);
    const topics = await this.catalogue.topicsOf(
      messages.map((message) => searchWords(message, NEGATIONS[detectLanguage(message) ?? language])),
      likely,
    );
    const [subject, ...earlier] = topics
      .map((found, place) => subjectOf(found, place === topics.length - 1 ? questions : NOTHING))
      .toReversed();
    const wasAskedBack = messages.slice(0, -1).some((message) => questionsIn(message, likely).has('unwell'));
    const reply = new OfflineReply(this.catalogue, language);
    yield isEmergency
      ? await reply.afterAdvice()
      : await reply.to(
          questions,
          subject && inContext(subject, { questions, before: earlier.find(isNamed), wasAskedBack }),
        );
    return { source: 'offline', model: VERSION, promptVersion: null };
  }
}

/** That of the message, then that of the reply: somebody may read one language better and write another. */
function likelyLanguages(message: string, language: Locale): Locale[] {
  const written = detectLanguage(message);
  return [...new Set([...(written ? [written] : []), language])];
}

interface Context {
  readonly questions: ReadonlySet<Question>;
  /** What was last named before. */
  readonly before: Subject | undefined;
  /** Whether somebody was unwell and was asked what it is. */
  readonly wasAskedBack: boolean;
}

/** What a message means that goes on from one before: "and which doctor for that?", "what about children?" */
function inContext(subject: Subject, { questions, before, wasAskedBack }: Context): Subject {
  if (!before) {
    const isAnswer = wasAskedBack && questions.size === 0 && !isNamed(subject);
    return isAnswer ? { ...subject, specialties: [GENERAL_PRACTICE] } : subject;
  }
  if (questions.has('vaccines')) return subject;
  const isAboutPeople = questions.has('children') || questions.has('pregnancy');
  if (isNamed(subject) && !(isAboutPeople && namesOnlyPeople(subject))) return subject;
  const isSmallTalk = (['list', 'about', 'thanks', 'greeting', 'unwell'] as const).some((kind) =>
    questions.has(kind),
  );
  return isSmallTalk && !isAboutPeople ? subject : before;
}
