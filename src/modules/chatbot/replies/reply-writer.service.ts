import { Inject, Injectable, Logger } from '@nestjs/common';
import type { CountryCode } from '../../../shared/country';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { AssistantModel, type Authorship, type ChatTurn, type ReplyRequest } from '../models/assistant-model';
import type { Author } from '../author';
import type { Locale } from '../../../shared/locale';
import { ConversationStore } from '../conversations/conversation.store';
import { type Danger, emergencyAdvice, emergencyReminder } from '../../triage';
import { replyLanguage } from '../language/reply-language';
import { couldNotAnswer } from '../refusals';
import { DangerReading } from './danger-reading';
import { DELETED, failed } from './failures';
import type { Ending, LiveReply } from './live-reply';
import { type BegunReply, ReplyStore, type WrittenReply } from './reply.store';

/** How often what there is of a reply is stored, for readers in other processes and in case this one ends. */
const SAVE_EVERY_MS = 1_000;
/** For an assistant that does not see that its time is over. */
const OVERTIME_MS = 1_000;
/** Between two attempts to store a reply: twice as long each time, for about as long as a database takes to fail over. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** So many messages after one that was answered as an emergency are answered with a reminder of it. */
const REMINDED_MESSAGES = 2;
/** Of a reply that is nothing but what to do in an emergency. */
const ADVICE_ALONE: Authorship = { source: 'offline', model: 'emergency-advice', promptVersion: null };

/** A message that is to be answered. */
export interface Question {
  readonly message: string;
  readonly author: Author;
  /** Where the person says to be. */
  readonly country: CountryCode | undefined;
  /** Whether nobody reads along. */
  readonly isWhole: boolean;
  /** What is answered with what to do alone, without an assistant, since too many replies are being written. */
  readonly adviceFor: Danger | undefined;
}

/** What is known of a message before anything is answered. */
export interface Understanding {
  readonly turns: readonly ChatTurn[];
  readonly danger: Danger | undefined;
  readonly urgency: 'emergency' | 'none';
  /** Whether no danger sign is in it, but what the person wrote just before was answered as an emergency. */
  readonly isAfterEmergency: boolean;
  /** To answer in. */
  readonly language: Locale;
}

/** A message that is to be answered, and what is known of it once it is. */
export interface UnderstoodQuestion {
  readonly question: Question;
  readonly understood: Promise<Understanding>;
}

type Written = WrittenReply & { readonly urgency: 'emergency' | 'none'; readonly language: Locale };

/** Writes replies to their end, whoever reads them: what to do in an emergency first, then what the assistant says. */
@Injectable()
export class ReplyWriter {
  private readonly logger = new Logger(ReplyWriter.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly store: ReplyStore,
    private readonly conversations: ConversationStore,
    private readonly assistant: AssistantModel,
    private readonly reading: DangerReading,
  ) {}

  /** Reads a message in its conversation. */
  async understand(reply: BegunReply, question: Question): Promise<Understanding> {
    const { conversationId, position } = reply;
    const { message, author, adviceFor } = question;
    const upTo = { upTo: position, count: this.environment.CHATBOT_HISTORY_MESSAGES };
    const turns = await this.conversations
      .lastTurns(conversationId, upTo)
      .catch((error: unknown): ChatTurn[] => {
        this.logger.warn({ err: error }, 'a message is read without those before it');
        return [{ role: 'user', content: message }];
      });
    const earlier = turns
      .filter(({ role }) => role === 'user')
      .map(({ content }) => content)
      .slice(0, -1);
    const danger = adviceFor ?? (await this.reading.danger(message, earlier));
    const clues = { message, preferred: author.languages, earlier };
    return {
      turns,
      danger,
      urgency: danger ? 'emergency' : 'none',
      isAfterEmergency: !danger && (await this.wasEmergency(reply)),
      language: danger?.language ?? replyLanguage(clues),
    };
  }

  private async wasEmergency(reply: BegunReply): Promise<boolean> {
    try {
      return await this.store.wasEmergency(reply, REMINDED_MESSAGES);
    } catch (error) {
      this.logger.warn({ err: error }, 'nobody is reminded of an emergency that may have been before');
      return false;
    }
  }

  /**
   * Has a reply written and stores it, within `CHATBOT_DEADLINE_MS` and a moment. Never rejects.
   * @param live where its text grows, and its end is told once it is stored
   * @returns `gone` where the conversation was deleted meanwhile
   */
  async write(
    reply: BegunReply,
    question: UnderstoodQuestion,
    live: LiveReply,
  ): Promise<'completed' | 'failed' | 'gone'> {
    try {
      const isThere = await this.writeAndStore(reply, question, live);
      if (isThere) return 'completed';
      live.finish(DELETED);
      return 'gone';
    } catch (error) {
      this.logger.error({ err: error }, 'a reply could not be written');
      live.flush();
      await this.store.fail(reply, live.text).catch((reason: unknown) => {
        this.logger.error({ err: reason }, 'a reply stays unfinished until its time is over');
      });
      const known = await question.understood.catch(() => undefined);
      if (known?.urgency !== 'emergency') {
        live.finish(failed(couldNotAnswer(reply.conversationId)));
        return 'failed';
      }
      // Whoever is in danger is told what to do, kept or not.
      const { urgency, language } = known;
      live.finish(ending(reply, { content: live.text, urgency, language }, ADVICE_ALONE));
      return 'completed';
    }
  }

  /** @returns whether the conversation is still there */
  private async writeAndStore(
    reply: BegunReply,
    { question, understood }: UnderstoodQuestion,
    live: LiveReply,
  ): Promise<boolean> {
    const { turns, danger, urgency, isAfterEmergency, language } = await understood;
    const written = (): Written => ({ content: live.text, urgency, language });
    if (isAfterEmergency) live.append(emergencyReminder(language));
    if (danger) live.append(emergencyAdvice(danger, question.country ?? question.author.country));
    const work = new AbortController();
    const saving = this.saveNowAndThen(reply, { written, work });
    try {
      const request = { turns, language, isEmergency: danger !== undefined, isWhole: question.isWhole };
      const authorship = question.adviceFor ? ADVICE_ALONE : await this.generate(request, live, work);
      live.flush();
      const isThere = await this.complete(reply, written(), authorship);
      if (isThere) live.finish(ending(reply, written(), authorship));
      return isThere;
    } catch (error) {
      if (work.signal.reason instanceof ConversationGone) return false;
      throw error;
    } finally {
      clearInterval(saving);
    }
  }

  private async generate(request: ReplyRequest, live: LiveReply, work: AbortController): Promise<Authorship> {
    const { CHATBOT_DEADLINE_MS } = this.environment;
    const pieces = this.assistant.write(request, work.signal);
    const over = new DOMException('the time for a reply is over', 'TimeoutError');
    const deadline = setTimeout(() => {
      work.abort(over);
    }, CHATBOT_DEADLINE_MS);
    let overtime: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      overtime = setTimeout(() => {
        reject(over);
      }, CHATBOT_DEADLINE_MS + OVERTIME_MS);
    });
    let separator = live.text === '' ? '' : '\n\n';
    try {
      for (;;) {
        const { done, value } = await Promise.race([pieces.next(), late]);
        if (done) return value;
        if (value === '') continue;
        live.append(separator + value);
        separator = '';
      }
    } catch (error) {
      if (!request.isEmergency || work.signal.reason instanceof ConversationGone) throw error;
      // What to do now has been said already, and must not become an error.
      this.logger.error({ err: error }, 'an emergency was answered without the assistant');
      return ADVICE_ALONE;
    } finally {
      clearTimeout(deadline);
      clearTimeout(overtime);
      pieces.return(ADVICE_ALONE).catch(() => undefined);
    }
  }

  /** Stores what there is, when there is more than the last time; at once where a reply begins with advice. */
  private saveNowAndThen(
    reply: BegunReply,
    { written, work }: { written: () => Written; work: AbortController },
  ): NodeJS.Timeout {
    let saved = 0;
    let isSaving = false;
    const save = async (): Promise<void> => {
      const progress = written();
      if (isSaving || progress.content.length === saved) return;
      isSaving = true;
      try {
        const isThere = await this.store.saveProgress(reply, progress);
        saved = progress.content.length;
        if (!isThere) work.abort(new ConversationGone());
      } catch (error) {
        this.logger.warn({ err: error }, 'the progress of a reply was not stored');
      } finally {
        isSaving = false;
      }
    };
    void save();
    return setInterval(() => void save(), SAVE_EVERY_MS);
  }

  private async complete(reply: BegunReply, written: Written, authorship: Authorship): Promise<boolean> {
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      try {
        return await this.store.complete(reply, written, authorship);
      } catch (error) {
        if (pause > LONGEST_PAUSE_MS) throw error;
        this.logger.warn({ err: error }, 'a reply was not stored; it is tried again');
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

function ending(
  { conversationId, messageId }: BegunReply,
  { content: response, urgency, language }: Written,
  { source }: Authorship,
): Ending {
  return { type: 'completed', result: { response, conversationId, messageId, urgency, source, language } };
}

/** The conversation was deleted while a reply was being written. */
class ConversationGone extends Error {
  override name = 'ConversationGone';
}
