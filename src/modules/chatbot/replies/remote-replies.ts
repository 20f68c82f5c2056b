import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { couldNotAnswer } from '../refusals';
import { DELETED, failed } from './failures';
import { type Ending, LiveReply } from './live-reply';
import { ReplyStore, type StoredReply } from './reply.store';

/** How often a reply that another process writes is looked at, once for all who read it here. */
const LOOK_EVERY_MS = 500;

/** Replies that other processes write, as far as they have stored them. */
@Injectable()
export class RemoteReplies {
  private readonly logger = new Logger(RemoteReplies.name);
  private readonly followed = new Map<string, LiveReply>();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly store: ReplyStore,
  ) {}

  /**
   * A reply that is looked at for as long as somebody here reads it: begin at once.
   * @param userId somebody who may read it, null for a stranger
   */
  follow(messageId: string, userId: string | null, stored: StoredReply): LiveReply {
    const known = this.followed.get(messageId);
    if (known) return known;
    const live = new LiveReply();
    live.append(stored.content);
    this.followed.set(messageId, live);
    void this.lookAgain(live, { messageId, userId, stored });
    return live;
  }

  private async lookAgain(live: LiveReply, { messageId, userId, stored }: Followed): Promise<void> {
    let seenAt = performance.now();
    do {
      await wait(LOOK_EVERY_MS);
      try {
        const found = await this.store.find(messageId, userId);
        seenAt = performance.now();
        catchUp(live, found && { messageId, stored: found });
      } catch (error) {
        this.logger.warn({ err: error }, 'a reply that another process writes could not be looked at');
        // By then it has ended, one way or the other, and is found later.
        const isLost = performance.now() - seenAt > this.environment.CHATBOT_DEADLINE_MS;
        if (isLost) live.finish(failed(couldNotAnswer(stored.conversationId)));
      }
    } while (!live.end && live.readers > 0);
    this.followed.delete(messageId);
  }
}

interface Followed {
  readonly messageId: string;
  readonly userId: string | null;
  readonly stored: StoredReply;
}

function catchUp(live: LiveReply, found: { messageId: string; stored: StoredReply } | undefined): void {
  if (!found) {
    live.finish(DELETED);
    return;
  }
  live.append(found.stored.content.slice(live.text.length));
  const ending = endingOf(found.messageId, found.stored);
  if (ending) live.finish(ending);
}

/** How a reply ended; undefined while it is being written. */
export function endingOf(messageId: string, stored: StoredReply): Ending | undefined {
  const { state, conversationId, content: response, urgency, source, language } = stored;
  if (state === 'writing') return undefined;
  if (state === 'failed') return failed(couldNotAnswer(conversationId));
  // Replies from before these were kept have none.
  const known = { urgency: urgency ?? 'none', source: source ?? 'offline', language: language ?? 'en' };
  return { type: 'completed', result: { response, conversationId, messageId, ...known } };
}
