import {
  BadRequestException,
  Injectable,
  InternalServerErrorException,
  NotFoundException,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { InputOf, OutputOf } from '../../trpc/contract';
import { networkOf } from '../../limits/address-limit';
import { ConcurrencyLimit } from '../../limits/concurrency-limit';
import { TooManyRequestsException } from '../../limits/too-many-requests.exception';
import { AnonymousLimit } from '../anonymous-limit';
import type { Author } from '../author';
import type { chatbotContract } from '../chatbot.contract';
import { dangerIn } from '../danger-signs/danger-signs';
import { NO_SUCH_CONVERSATION, NO_SUCH_EVENT, NO_SUCH_REPLY, couldNotAnswer } from '../refusals';
import { AccountLimit } from './account-limit';
import { LiveReply, type ReplyEvents } from './live-reply';
import { RemoteReplies, endingOf } from './remote-replies';
import { ReplyWriter, type Understanding } from './reply-writer.service';
import { type BegunReply, ReplyStore, type StoredReply } from './reply.store';

type Contract = typeof chatbotContract;
type Answer = OutputOf<Contract['sendMessage']>;
type Asked = InputOf<Contract['sendMessage']>;

/** A reply that this process writes. */
interface Running {
  readonly reply: BegunReply;
  readonly live: LiveReply;
  readonly understood: Promise<Understanding>;
  readonly done: ReturnType<ReplyWriter['write']>;
}

interface Place {
  readonly leave: () => void;
  /** Whether there is none, so that no assistant is asked. */
  readonly isAdviceAlone: boolean;
}

/** Replies at once that are nothing but advice, to one account or network; each takes milliseconds. */
const MOST_ADVISED = 10;

/** Has messages answered, and lets people read along. */
@Injectable()
export class RepliesService implements OnApplicationShutdown {
  private readonly running = new Map<string, Running>();
  private readonly adviceLimit = new ConcurrencyLimit(
    MOST_ADVISED,
    'Too many emergencies of yours are being answered; call for help where you are, or try again in 5 seconds',
  );

  constructor(
    private readonly store: ReplyStore,
    private readonly writer: ReplyWriter,
    private readonly remote: RemoteReplies,
    private readonly anonymousLimit: AnonymousLimit,
    private readonly accountLimit: AccountLimit,
  ) {}

  /** What is being written is written to its end, while there is still a database to keep it in. */
  async onApplicationShutdown(): Promise<void> {
    while (this.running.size > 0) {
      await Promise.all([...this.running.values()].map(({ done }) => done));
    }
  }

  /**
   * Keeps a message, has it answered, and keeps the answer, also where the caller has gone meanwhile.
   * @throws NotFoundException for a conversation that is not the author's
   * @throws TooManyRequestsException for a stranger who writes too often, or too many replies at once where nobody is in
   * danger
   * @throws InternalServerErrorException where there is no reply; the message was kept
   */
  async send(input: Asked, author: Author): Promise<Answer> {
    const { reply, live, done } = await this.begin(input, { author, isWhole: true });
    const outcome = await done;
    if (live.end?.type === 'completed') return live.end.result;
    if (outcome === 'gone') throw new NotFoundException(NO_SUCH_CONVERSATION);
    throw new InternalServerErrorException(couldNotAnswer(reply.conversationId));
  }

  /**
   * Keeps a message and begins the reply to it, which is written whoever reads it. Whether it is urgent is known before.
   * @throws as `send`, where it cannot be begun
   */
  async start(
    input: InputOf<Contract['startReply']>,
    author: Author,
  ): Promise<OutputOf<Contract['startReply']>> {
    const { reply, understood } = await this.begin(input, { author, isWhole: false });
    const { conversationId, messageId } = reply;
    const { urgency } = await understood.catch(() => {
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

  private async begin(
    { message, conversationId, country }: Asked,
    { author, isWhole }: { author: Author; isWhole: boolean },
  ): Promise<Running> {
    const { userId } = author;
    const { leave, isAdviceAlone } = await this.place(author, message);
    try {
      const reply = await this.store.begin(message, { conversationId: conversationId ?? null, userId });
      if (!reply) throw new NotFoundException(NO_SUCH_CONVERSATION);
      const live = new LiveReply();
      const question = { message, author, country, isWhole, isAdviceAlone };
      const understood = this.writer.understand(reply, question);
      const done = this.writer.write(reply, { question, understood }, live).finally(() => {
        this.running.delete(reply.messageId);
        leave();
      });
      const running = { reply, live, understood, done };
      this.running.set(reply.messageId, running);
      return running;
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** A place among the replies that are written at once. Whoever is in danger is told what to do without one. */
  private async place({ userId, address }: Author, message: string): Promise<Place> {
    try {
      if (userId !== null) return { leave: this.accountLimit.enter(userId), isAdviceAlone: false };
      await this.anonymousLimit.count(address);
      return { leave: this.anonymousLimit.enter(address), isAdviceAlone: false };
    } catch (error) {
      if (!(error instanceof TooManyRequestsException) || !dangerIn(message, [])) throw error;
      return { leave: this.adviceLimit.enter(userId ?? networkOf(address)), isAdviceAlone: true };
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
