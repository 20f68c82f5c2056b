import {
  HttpException,
  Injectable,
  InternalServerErrorException,
  Logger,
  NotFoundException,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { LoginRequiredException } from '../../../platform/access/access-refusals';
import { DatabaseUnavailableError } from '../../../platform/database/database-unavailable-error';
import { DatabaseUnavailableException } from '../../../platform/database/database-unavailable.exception';
import type { OutputOf } from '../../../platform/contract/implementation-types';
import type { Emergency } from '../../triage';
import type { chatbotContract } from '../chatbot.contract';
import { NO_SUCH_CONVERSATION, formatGenerationError } from '../refusal-texts';
import { LiveRepliesService } from '../replies/live-replies.service';
import { LiveReply } from '../replies/live-reply';
import { ReplyStore } from '../replies/reply.store';
import { AdmissionService } from './admission.service';
import type { ComposedReply } from './composed-reply';
import { EmergencyFallbackService } from './emergency-fallback.service';
import type { Question } from './question';
import { ReplyCompositionService } from './reply-composition.service';
import { type ReplyOutcome, ReplyWritingService } from './reply-writing.service';

type Contract = typeof chatbotContract;

/** A reply that this process generates. */
interface PendingReply {
  readonly conversationId: string;
  readonly messageId: string;
  readonly live: LiveReply;
  readonly composed: Promise<Pick<ComposedReply, 'decided' | 'language'>>;
  readonly outcome: Promise<ReplyOutcome>;
}

/** Answers messages: checks the limits, stores the question, triages it, and generates and stores the reply. */
@Injectable()
export class SendMessageService implements OnApplicationShutdown {
  private readonly logger = new Logger(SendMessageService.name);
  private readonly pending = new Set<Promise<unknown>>();

  constructor(
    private readonly admission: AdmissionService,
    private readonly store: ReplyStore,
    private readonly composition: ReplyCompositionService,
    private readonly writing: ReplyWritingService,
    private readonly liveReplies: LiveRepliesService,
    private readonly fallback: EmergencyFallbackService,
  ) {}

  /** Waits until every pending reply is stored, while the database is still connected. */
  async onApplicationShutdown(): Promise<void> {
    while (this.pending.size > 0) await Promise.all(this.pending);
  }

  /**
   * Answers a message. The reply is stored also if the caller disconnects, but not while the message waits to be read. A message
   * that describes an emergency gets its advice even if nothing can be stored; the ids in the result then exist nowhere else.
   * @throws NotFoundException if the caller has no such conversation
   * @throws LoginRequiredException if the caller's account was erased meanwhile
   * @throws TooManyRequestsException if a limit is reached, and the message describes no emergency
   * @throws TooBusyException if too many messages wait to be read, and the sender sent much lately
   * @throws DatabaseUnavailableException if the database did not confirm the reply
   * @throws InternalServerErrorException if there is no reply for another reason; the message was stored
   */
  async send(question: Question): Promise<OutputOf<Contract['sendMessage']>> {
    const { conversationId, composed, live, outcome } = await this.begin(question);
    const failure: unknown = await composed.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure instanceof HttpException) throw failure;
    const result = await outcome;
    if (live.end?.type === 'completed') return live.end.result;
    if (result === 'deleted') throw new NotFoundException(NO_SUCH_CONVERSATION);
    if (result === 'unavailable')
      throw new DatabaseUnavailableException('away', { mayBeRecorded: true, storesRetries: false });
    throw new InternalServerErrorException(formatGenerationError(conversationId));
  }

  /**
   * Begins the reply to a message and returns its urgency so far and its language; the reply is generated whether or not it has
   * readers.
   * @throws as `send`, if the reply cannot be begun
   */
  async start(question: Question): Promise<OutputOf<Contract['startReply']>> {
    const { conversationId, messageId, composed } = await this.begin(question);
    const { decided, language } = await composed.catch((error: unknown) => {
      if (error instanceof HttpException) throw error;
      throw new InternalServerErrorException(formatGenerationError(conversationId));
    });
    return { conversationId, messageId, urgency: await decided, language };
  }

  private async begin(question: Question): Promise<PendingReply> {
    this.admission.count(question);
    if (question.isCallerUnknown)
      return this.answerUnstored(
        question,
        undefined,
        new DatabaseUnavailableError('the sender is not known'),
      );
    const { emergency, release } = await this.admission.admit(question);
    try {
      return await this.answer(question, { emergency, release });
    } catch (error) {
      return await this.answerUnstored(question, emergency, error).finally(release);
    }
  }

  /** Stores the question, then triages it, and generates and stores the reply in the background. */
  private async answer(
    question: Question,
    { emergency, release }: { emergency: Emergency | undefined; release: () => void },
  ): Promise<PendingReply> {
    const { message, conversationId, sender } = question;
    const reply = await this.store.storeQuestion(message, { conversationId, accountId: sender.accountId });
    if (!reply && conversationId === null) throw new LoginRequiredException('expired');
    if (!reply) throw new NotFoundException(NO_SUCH_CONVERSATION);
    const live = new LiveReply();
    const composed = this.composition.compose(question, reply, { known: emergency, live });
    const request = { question, composed, isAdviceOnly: emergency !== undefined };
    const outcome = this.writing.write(reply, request, live).finally(release);
    this.liveReplies.add(reply.messageId, live, outcome);
    this.pending.add(outcome);
    void outcome.finally(() => this.pending.delete(outcome));
    return { ...reply, live, composed, outcome };
  }

  /** Answers an emergency that could not be stored. @throws the failure if the message describes none, or the call is refused */
  private async answerUnstored(
    question: Question,
    known: Emergency | undefined,
    failure: unknown,
  ): Promise<PendingReply> {
    if (failure instanceof HttpException) throw failure;
    const emergency = known ?? (await this.fallback.assess(question));
    if (!emergency) throw failure;
    // Without a known sender: the session is not valid, or there is an outage, which has a line of its own.
    this.logger[question.isCallerUnknown ? 'warn' : 'error'](
      { err: failure },
      'an emergency was answered and nothing of it stored',
    );
    return {
      ...this.fallback.answer(question, emergency),
      composed: Promise.resolve({ decided: Promise.resolve('emergency'), language: emergency.language }),
      outcome: Promise.resolve('completed'),
    };
  }
}
