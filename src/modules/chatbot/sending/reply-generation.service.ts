import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { DatabaseBusyError } from '../../../platform/database/database-busy-error';
import { FairTurns } from '../../../platform/limits/fair-turns';
import { counter } from '../../../platform/metrics/instruments';
import { ChatModel, type Authorship, type ReplyRequest } from '../models/chat-model';
import type { ComposedReply } from './composed-reply';
import type { Question } from './question';

/** Time after the deadline for the offline assistant, which replies if no model did. Its first reply takes over a second on a busy machine. */
const OVERTIME_MS = 3_000;

/** The authorship of a reply that is the emergency advice only. */
export const EMERGENCY_ADVICE_AUTHORSHIP: Authorship = {
  source: 'offline',
  model: 'emergency-advice',
  promptVersion: null,
};

const replies = counter<{ source: Authorship['source'] }>({
  name: 'platform_replies_total',
  help: 'Replies that were generated, by source: a model, or the offline assistant',
  labels: ['source'],
});

/** The conversation was deleted while a reply was generated. */
export class ConversationDeletedError extends Error {
  override name = 'ConversationDeletedError';
}

/** Generates replies by the assistant's models, within `CHATBOT_DEADLINE_MS`. */
@Injectable()
export class ReplyGenerationService {
  private readonly logger = new Logger(ReplyGenerationService.name);

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly assistant: ChatModel,
    private readonly turns: FairTurns,
  ) {}

  /** Whether a model may judge a message now. */
  get givesVerdicts(): boolean {
    return this.assistant.givesVerdicts;
  }

  /**
   * Adds what a model generates to a reply, and returns which model it was. In an emergency, whose advice the reply has, a
   * failure of the models is no failure of the reply.
   * @param work aborting it ends the generation; this method aborts it at the deadline
   * @throws DatabaseBusyError if no model and not even the offline assistant, which only needs the database, replied in time
   */
  async generate(
    reply: ComposedReply,
    { isWhole, sender }: Question,
    work: AbortController,
  ): Promise<Authorship> {
    const { CHATBOT_DEADLINE_MS } = this.environment;
    const { turns, language } = reply.question;
    const request: ReplyRequest = {
      turns,
      language,
      isWhole,
      takeTurn: () => this.turns.takeForReply(sender, reply.triaged.emergency !== undefined),
      triaged: () => reply.triaged,
      onVerdict: (verdict) => {
        reply.applyVerdict(verdict);
      },
    };
    const pieces = this.assistant.streamReply(request, work.signal);
    const deadline = setTimeout(() => {
      work.abort(new DOMException('the time for a reply is over', 'TimeoutError'));
    }, CHATBOT_DEADLINE_MS);
    let overtime: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      overtime = setTimeout(() => {
        reject(new DatabaseBusyError('the offline assistant waits for its topics'));
      }, CHATBOT_DEADLINE_MS + OVERTIME_MS);
    });
    try {
      for (;;) {
        const { done, value } = await Promise.race([pieces.next(), late]);
        if (done) {
          replies.add({ source: value.source });
          return value;
        }
        if (value !== '') reply.addText(value);
      }
    } catch (error) {
      reply.applyVerdict(null);
      if (reply.draft.urgency !== 'emergency' || work.signal.reason instanceof ConversationDeletedError)
        throw error;
      this.logger.error({ err: error }, 'an emergency was answered without the assistant');
      return EMERGENCY_ADVICE_AUTHORSHIP;
    } finally {
      clearTimeout(deadline);
      clearTimeout(overtime);
      pieces.return(EMERGENCY_ADVICE_AUTHORSHIP).catch(() => undefined);
    }
  }
}
