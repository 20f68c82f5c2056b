import { Inject, Injectable, Logger } from '@nestjs/common';
import type { CountryCode } from '../../access/country';
import { ENVIRONMENT } from '../../config/config.module';
import type { Environment } from '../../config/environment';
import { AssistantModel, type Authorship, type ReplyRequest } from '../assistant/assistant-model';
import type { Author } from '../author';
import { ConversationStore } from '../conversations/conversation.store';
import { type Danger, dangerIn, emergencyAdvice } from '../danger-signs/danger-signs';
import { replyLanguage } from '../language/reply-language';
import { NO_SUCH_CONVERSATION, couldNotAnswer, failed } from './failures';
import type { LiveReply } from './live-reply';
import { type BegunReply, ReplyStore, type WrittenReply } from './reply.store';

/** How often what there is of a reply is stored, for readers in other processes and in case this one ends. */
const SAVE_EVERY_MS = 1_000;
/** For an assistant that does not see that its time is over. */
const OVERTIME_MS = 1_000;
/** Between two attempts to store a reply. */
const STORE_AGAIN_MS = 500;
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
}

type Written = WrittenReply & { readonly urgency: 'emergency' | 'none' };

/** Writes replies to their end, whoever reads them: what to do in an emergency first, then what the assistant says. */
@Injectable()
export class ReplyWriter {
  private readonly logger = new Logger(ReplyWriter.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly store: ReplyStore,
    private readonly conversations: ConversationStore,
    private readonly assistant: AssistantModel,
  ) {}

  /**
   * Has a reply written and stores it, within `CHATBOT_DEADLINE_MS` and a moment. Never rejects.
   * @param live where its text grows, and its end is told once it is stored
   * @returns `gone` where the conversation was deleted meanwhile
   */
  async write(
    reply: BegunReply,
    question: Question,
    live: LiveReply,
  ): Promise<'completed' | 'failed' | 'gone'> {
    try {
      const isThere = await this.writeAndStore(reply, question, live);
      if (isThere) return 'completed';
      live.finish(failed(NO_SUCH_CONVERSATION));
      return 'gone';
    } catch (error) {
      this.logger.error({ err: error }, 'a reply could not be written');
      live.flush();
      await this.store.fail(reply, live.text).catch((reason: unknown) => {
        this.logger.error({ err: reason }, 'a reply stays unfinished until its time is over');
      });
      live.finish(failed(couldNotAnswer(reply.conversationId)));
      return 'failed';
    }
  }

  /** @returns whether the conversation is still there */
  private async writeAndStore(reply: BegunReply, question: Question, live: LiveReply): Promise<boolean> {
    const { conversationId, messageId, position } = reply;
    const turns = await this.conversations.lastTurns(conversationId, {
      upTo: position,
      count: this.environment.CHATBOT_HISTORY_MESSAGES,
    });
    const said = turns.filter(({ role }) => role === 'user').map(({ content }) => content);
    const { danger, language } = understand(question, said.slice(0, -1));
    const written = (): Written => ({
      content: live.text,
      urgency: danger ? 'emergency' : 'none',
      language,
    });
    if (danger) live.append(emergencyAdvice(danger, question.country ?? question.author.country));
    const work = new AbortController();
    const saving = this.saveNowAndThen(reply, { written, work });
    try {
      const request = { turns, language, isEmergency: danger !== undefined, isWhole: question.isWhole };
      const authorship = await this.generate(request, live, work);
      live.flush();
      const isThere = await this.complete(reply, written(), authorship);
      if (isThere) {
        const { content: response, urgency } = written();
        const { source } = authorship;
        const result = { response, conversationId, messageId, urgency, source, language };
        live.finish({ type: 'completed', result });
      }
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
    const pieces = this.assistant.write(request, work.signal);
    let separator = request.isEmergency ? '\n\n' : '';
    try {
      for (;;) {
        const { done, value } = await Promise.race([pieces.next(), late]);
        if (done) return value;
        live.append(separator + value);
        if (value !== '') separator = '';
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
    const store = () => this.store.complete(reply, written, authorship);
    return store().catch(async (error: unknown) => {
      this.logger.warn({ err: error }, 'a reply was not stored the first time');
      await new Promise((resolve) => setTimeout(resolve, STORE_AGAIN_MS));
      return store();
    });
  }
}

function understand({ message, author }: Question, earlier: readonly string[]) {
  const danger: Danger | undefined = dangerIn(message, earlier);
  const clues = { message, preferred: author.languages, earlier };
  return { danger, language: danger?.language ?? replyLanguage(clues) };
}

/** The conversation was deleted while a reply was being written. */
class ConversationGone extends Error {
  override name = 'ConversationGone';
}
