import {
  BadRequestException,
  HttpException,
  Injectable,
  InternalServerErrorException,
  Logger,
  NotFoundException,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { InputOf, OutputOf } from '../../../platform/contract/contract';
import { TooManyRequestsException } from '../../../platform/limits/too-many-requests.exception';
import { AnonymousLimit } from '../limits/anonymous-limit';
import type { Author } from '../author';
import type { chatbotContract } from '../chatbot.contract';
import type { Danger } from '../../triage';
import { NO_SUCH_CONVERSATION, NO_SUCH_EVENT, NO_SUCH_REPLY, couldNotAnswer } from '../refusals';
import { AccountLimit } from '../limits/account-limit';
import { EmergencyReplies, type ReadableReply } from './emergency-replies';
import { LiveReply, type ReplyEvents } from './live-reply';
import { RemoteReplies, endingOf } from './remote-replies';
import { ReplyWriter, type Understanding } from './reply-writer.service';
import { ReplyStore, type StoredReply } from './reply.store';

type Contract = typeof chatbotContract;
type Answer = OutputOf<Contract['sendMessage']>;
type Asked = InputOf<Contract['sendMessage']>;

/** A reply that this process writes. */
interface Running extends ReadableReply {
  readonly understood: Promise<Pick<Understanding, 'urgency'>>;
  readonly done: ReturnType<ReplyWriter['write']>;
}

interface Asking {
  readonly author: Author;
  /** Whether nobody reads along. */
  readonly isWhole: boolean;
}

interface Place {
  readonly leave: () => void;
  /** What is answered with what to do alone, since there is no place for more. */
  readonly adviceFor: Danger | undefined;
}

/** Has messages answered, and lets people read along. */
@Injectable()
export class RepliesService implements OnApplicationShutdown {
  private readonly logger = new Logger(RepliesService.name);
  private readonly running = new Map<string, Running>();

  constructor(
    private readonly store: ReplyStore,
    private readonly writer: ReplyWriter,
    private readonly remote: RemoteReplies,
    private readonly anonymousLimit: AnonymousLimit,
    private readonly accountLimit: AccountLimit,
    private readonly emergencies: EmergencyReplies,
  ) {}

  /** What is being written is written to its end, while there is still a database to keep it in. */
  async onApplicationShutdown(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all([...this.running.values()].map(({ done }) => done));
    }
  }

  /**
   * Keeps a message, has it answered, and keeps the answer, also where the caller has gone meanwhile. Whoever is in danger
   * is told what to do where nothing can be kept, too; what is answered then has ids that stand for nothing.
   * @throws NotFoundException for a conversation that is not the author's
   * @throws TooManyRequestsException for a stranger who writes too often, or too many replies at once where nobody is
   * known to be in danger
   * @throws InternalServerErrorException where there is no reply; the message was kept
   */
  async send(input: Asked, author: Author): Promise<Answer> {
    const { conversationId, live, done } = await this.begin(input, { author, isWhole: true });
    const outcome = await done;
    if (live.end?.type === 'completed') return live.end.result;
    if (outcome === 'gone') throw new NotFoundException(NO_SUCH_CONVERSATION);
    throw new InternalServerErrorException(couldNotAnswer(conversationId));
  }

  /**
   * Keeps a message and begins the reply to it, which is written whoever reads it. Whether it is urgent is known before.
   * @throws as `send`, where it cannot be begun
   */
  async start(
    input: InputOf<Contract['startReply']>,
    author: Author,
  ): Promise<OutputOf<Contract['startReply']>> {
    const begun = await this.begin(input, { author, isWhole: false });
    const { conversationId, messageId } = begun;
    const { urgency } = await begun.understood.catch(() => {
      throw new InternalServerErrorException(couldNotAnswer(conversationId));
    });
    return { conversationId, messageId, urgency };
  }

  /**
   * A reply as it is written, by whichever process, or at once where it is written already. Nothing is thrown after this:
   * a failure is the last event.
   * @param after id of the last event that the reader has
   * @throws NotFoundException for a reply that was given to somebody else
   * @throws BadRequestException for an id that no event has
   */
  async events(
    { messageId, after }: { messageId: string; after: string | null },
    userId: string | null,
  ): Promise<ReplyEvents> {
    const place = placeAfter(after);
    const unkept = this.emergencies.find(messageId, userId);
    if (unkept) return unkept.read(place);
    const stored = await this.store.find(messageId, userId);
    if (!stored) throw new NotFoundException(NO_SUCH_REPLY);
    return this.liveReply(messageId.toLowerCase(), userId, stored).read(place);
  }

  private liveReply(messageId: string, userId: string | null, stored: StoredReply): LiveReply {
    const own = this.running.get(messageId);
    if (own) return own.live;
    const ending = endingOf(messageId, stored);
    if (!ending) return this.remote.follow(messageId, userId, stored);
    const live = new LiveReply();
    live.append(stored.content);
    live.finish(ending);
    return live;
  }

  private async begin(input: Asked, asking: Asking): Promise<Running> {
    const place = await this.place(input, asking.author);
    try {
      return await this.beginKept(input, asking, place);
    } catch (error) {
      const unkept = await this.beginUnkept(input, { ...asking, ...place }, error).finally(place.leave);
      if (!unkept) throw error;
      return unkept;
    }
  }

  /** @returns undefined where the failure is all that there is to say */
  private async beginUnkept(
    input: Asked,
    { author, adviceFor }: Asking & Place,
    failure: unknown,
  ): Promise<Running | undefined> {
    if (failure instanceof HttpException) return undefined;
    const danger = adviceFor ?? (await this.emergencies.dangerIn(input, author));
    if (!danger) return undefined;
    this.logger.error({ err: failure }, 'an emergency was answered and nothing of it kept');
    return {
      ...this.emergencies.withoutKeeping(input, author, danger),
      understood: Promise.resolve({ urgency: 'emergency' }),
      done: Promise.resolve('completed'),
    };
  }

  private async beginKept(
    { message, conversationId = null, country }: Asked,
    { author, isWhole }: Asking,
    { leave, adviceFor }: Place,
  ): Promise<Running> {
    const reply = await this.store.begin(message, { conversationId, userId: author.userId });
    if (!reply) throw new NotFoundException(NO_SUCH_CONVERSATION);
    const live = new LiveReply();
    const question = { message, author, country, isWhole, adviceFor };
    const understood = this.writer.understand(reply, question);
    const done = this.writer.write(reply, { question, understood }, live).finally(() => {
      this.running.delete(reply.messageId);
      leave();
    });
    const running = { ...reply, live, understood, done };
    this.running.set(reply.messageId, running);
    return running;
  }

  /** A place among the replies that are written at once. Whoever is in danger is told what to do without one. */
  private async place(input: Asked, author: Author): Promise<Place> {
    const { userId, address } = author;
    try {
      if (userId !== null) return { leave: this.accountLimit.enter(userId), adviceFor: undefined };
      await this.anonymousLimit.count(address);
      return { leave: this.anonymousLimit.enter(address), adviceFor: undefined };
    } catch (error) {
      if (!(error instanceof TooManyRequestsException)) throw error;
      const adviceFor = await this.emergencies.dangerOverLimit(input, author, error);
      return { leave: () => undefined, adviceFor };
    }
  }
}

/**
 * The place in a reply's text to read on from. One that lies behind the text is possible: another process may have told
 * more than it has stored so far.
 */
function placeAfter(eventId: string | null): number {
  if (eventId === null || eventId === '') return 0;
  if (!/^\d{1,9}$/.test(eventId)) {
    throw new BadRequestException(NO_SUCH_EVENT);
  }
  return Number(eventId);
}
