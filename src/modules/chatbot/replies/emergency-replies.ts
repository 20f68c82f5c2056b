import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { networkOf } from '../../../platform/limits/address-limit';
import { MinuteLimit } from '../../../platform/limits/minute-limit';
import { TooManyRequestsException } from '../../../platform/limits/too-many-requests.exception';
import type { InputOf } from '../../../platform/contract/contract';
import type { Author } from '../author';
import type { chatbotContract } from '../chatbot.contract';
import { type Danger, emergencyAdvice } from '../../triage';
import { replyLanguage } from '../language/reply-language';
import { inEmergency } from '../refusals';
import { DangerReading } from './danger-reading';
import { LiveReply } from './live-reply';
import { ReplyStore } from './reply.store';

/** Messages a minute, of one account or network, that are read for danger signs although they are over its limit. */
const MOST_READ_OVER_LIMIT = 20;
/** To find what was said before: the database may be the reason why there is no place. */
const LONGEST_LOOK_BACK_MS = 1_000;
/** How long a reply that is not stored can be read. */
const UNKEPT_MS = 60_000;

type Asked = InputOf<(typeof chatbotContract)['sendMessage']>;

/** A reply that can be read, whether or not it is in the database. */
export interface ReadableReply {
  readonly conversationId: string;
  readonly messageId: string;
  readonly live: LiveReply;
}

/** For whoever is in danger, where there is no place for their reply or nothing to keep it in: what to do now, alone. */
@Injectable()
export class EmergencyReplies {
  private readonly logger = new Logger(EmergencyReplies.name);
  private readonly unkept = new Map<string, { live: LiveReply; userId: string | null }>();
  private readonly overLimit = new MinuteLimit(MOST_READ_OVER_LIMIT);

  constructor(
    private readonly store: ReplyStore,
    private readonly reading: DangerReading,
  ) {}

  /**
   * The danger that a message over the limit describes.
   * @throws TooManyRequestsException the refusal, where it describes none; where too many have been read, also what to do
   * in an emergency
   */
  async dangerOverLimit(input: Asked, author: Author, refusal: TooManyRequestsException): Promise<Danger> {
    const wait = await this.overLimit.consume(author.userId ?? networkOf(author.address));
    if (wait !== undefined) throw refusedUnread(input.message, author, refusal);
    const danger = await this.dangerIn(input, author);
    if (!danger) throw refusal;
    return danger;
  }

  /** The danger that a message describes after what was said before it, as far as that can be read in time; else undefined. */
  async dangerIn(input: Asked, author: Author): Promise<Danger | undefined> {
    return this.reading.danger(input.message, await this.lastSaid(input, author));
  }

  /** A reply that says what to do now, and is forgotten after a minute. Its ids stand for nothing in the database. */
  withoutKeeping({ conversationId, country }: Asked, author: Author, danger: Danger): ReadableReply {
    const ids = { conversationId: conversationId?.toLowerCase() ?? randomUUID(), messageId: randomUUID() };
    const live = new LiveReply();
    live.append(emergencyAdvice(danger, country ?? author.country));
    const { language } = danger;
    const result = {
      response: live.text,
      ...ids,
      urgency: 'emergency',
      source: 'offline',
      language,
    } as const;
    live.finish({ type: 'completed', result });
    this.unkept.set(ids.messageId, { live, userId: author.userId });
    setTimeout(() => this.unkept.delete(ids.messageId), UNKEPT_MS).unref();
    return { ...ids, live };
  }

  /** A reply that was given without being kept, for whoever may read it. */
  find(messageId: string, userId: string | null): LiveReply | undefined {
    const found = this.unkept.get(messageId.toLowerCase());
    return found && (found.userId === null || found.userId === userId) ? found.live : undefined;
  }

  private async lastSaid({ conversationId = null }: Asked, { userId }: Author): Promise<string[]> {
    const noneInTime = pause<string[]>(LONGEST_LOOK_BACK_MS, [], { ref: false });
    try {
      return await Promise.race([this.store.lastSaid({ conversationId, userId }), noneInTime]);
    } catch (error) {
      this.logger.warn({ err: error }, 'a message is read without those before it');
      return [];
    }
  }
}

/** What to do in an emergency comes first: nobody knows whether it is one. */
function refusedUnread(
  message: string,
  { languages }: Author,
  refusal: TooManyRequestsException,
): TooManyRequestsException {
  const language = replyLanguage({ message, preferred: languages, earlier: [] });
  return new TooManyRequestsException(
    `${inEmergency(language)} ${refusal.message}`,
    refusal.retryAfterSeconds,
  );
}
