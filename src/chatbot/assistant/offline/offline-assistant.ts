import { Injectable } from '@nestjs/common';
import {
  AssistantModel,
  AssistantUnavailableError,
  type ReplyPieces,
  type ReplyRequest,
} from '../assistant-model';
import { conversationLanguage } from './language';
import { type Readings, readMessage } from './message-reader';
import { ReplyText } from './reply-text';
import { SpecialtyCatalogue } from './specialty-catalogue';
import { type EmergencyKind, LANGUAGES, type Language, SMALL_TALK } from './vocabulary';

/** Raise it when the vocabularies or the sentences change. */
const VERSION = 'offline-1';
/** A second specialty is named when it fits this well, compared to the first. */
const NEARLY_AS_GOOD = 0.6;
const MOST_SPECIALTIES = 2;
/** How many of a person's messages are read for a reply: reading holds up every other call meanwhile. */
const MESSAGES_READ = 5;

/** What a message is about. */
interface Subject {
  readonly emergencies: readonly EmergencyKind[];
  /** Codes, best first. */
  readonly specialties: readonly string[];
}

/**
 * Answers from the platform's specialties without a network: names the specialty that fits what was described
 * and says when it sounds like an emergency. The same conversation always gets the same reply.
 */
@Injectable()
export class OfflineAssistant extends AssistantModel {
  constructor(private readonly catalogue: SpecialtyCatalogue) {
    super();
  }

  async *write({ turns }: ReplyRequest, signal: AbortSignal): ReplyPieces {
    if (signal.aborted) throw new AssistantUnavailableError('no answer before the deadline');
    const messages = turns.filter(({ role }) => role === 'user').slice(-MESSAGES_READ);
    const specialties = await this.catalogue.list();
    const oldestFirst = messages.map(({ content }) => readMessage(content));
    const { language, isKnown } = conversationLanguage(oldestFirst);
    const text = new ReplyText(specialties, { language, isKnown });
    yield this.answer(oldestFirst, { language, text });
    return { source: 'offline', model: VERSION, promptVersion: null };
  }

  private answer(
    oldestFirst: readonly Readings[],
    { language, text }: { language: Language; text: ReplyText },
  ): string {
    const [readings = readMessage(''), ...earlier] = [...oldestFirst].reverse();
    const subject = subjectOf(readings, language);
    if (isNamed(subject)) return text.about(subject);
    const smallTalk = SMALL_TALK.find((kind) =>
      LANGUAGES.some((each) => readings[each].smallTalk.includes(kind)),
    );
    if (smallTalk && smallTalk !== 'help') return text.smallTalk(smallTalk);
    // "What should I do?": what was said before it counts, unless it was taken back.
    const denied = new Set(LANGUAGES.flatMap((each) => [...readings[each].denied]));
    for (const { en, fr } of earlier) {
      const before = { en: en.without(denied), fr: fr.without(denied) };
      const earlierSubject = subjectOf(before, language);
      if (isNamed(earlierSubject)) return text.about(earlierSubject);
      for (const each of LANGUAGES) before[each].denied.forEach((phrase) => denied.add(phrase));
    }
    return smallTalk ? text.smallTalk(smallTalk) : text.unknown();
  }
}

/** Emergencies count in whatever language they are said, specialties first in that of the conversation. */
function subjectOf(readings: Readings, language: Language): Subject {
  const inOrder = [language, ...LANGUAGES.filter((each) => each !== language)];
  const emergencies = [...new Set(inOrder.flatMap((each) => readings[each].emergencies))];
  const scored = inOrder.map((each) => readings[each].specialties).find((found) => found.length > 0) ?? [];
  const best = scored[0]?.score ?? 0;
  const fitting = scored.filter(({ score }) => score >= best * NEARLY_AS_GOOD);
  return { emergencies, specialties: fitting.slice(0, MOST_SPECIALTIES).map(({ code }) => code) };
}

function isNamed({ emergencies, specialties }: Subject): boolean {
  return emergencies.length > 0 || specialties.length > 0;
}
