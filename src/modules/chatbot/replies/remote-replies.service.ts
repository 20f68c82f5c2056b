import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ENVIRONMENT } from '../../../platform/config/config.module';
import type { Environment } from '../../../platform/config/environment';
import { LiveReply } from './live-reply';
import { NOT_READABLE, buildFailedEnding, getStoredEnding } from './reply-endings';
import { ReplyStore, type StoredReply } from './reply.store';

/** How often a reply of another process is read, once for the readers of one account here, and once for anonymous ones. */
const POLL_MS = 500;

interface Followed {
  readonly messageId: string;
  readonly accountId: string | null;
  readonly stored: StoredReply;
}

/** Replies that other processes generate, as far as they have stored them. */
@Injectable()
export class RemoteRepliesService {
  private readonly logger = new Logger(RemoteRepliesService.name);
  /** By `keyOf`: if an account claims the conversation, it may read on, and other readers may not. */
  private readonly followed = new Map<string, LiveReply>();

  constructor(
    @Inject(ENVIRONMENT) private readonly environment: Environment,
    private readonly store: ReplyStore,
  ) {}

  /**
   * Returns a reply that grows as the other process stores it, as long as it has readers here. Call `read` immediately.
   * @param accountId of a caller who may read it; null for an anonymous caller
   */
  follow(messageId: string, accountId: string | null, stored: StoredReply): LiveReply {
    const key = keyOf(messageId, accountId);
    const known = this.followed.get(key);
    if (known) return known;
    const live = new LiveReply();
    live.append(stored.content);
    this.followed.set(key, live);
    void this.poll(live, { messageId, accountId, stored });
    return live;
  }

  private async poll(live: LiveReply, { messageId, accountId, stored }: Followed): Promise<void> {
    let foundAt = performance.now();
    do {
      await wait(POLL_MS);
      try {
        const found = await this.store.find(messageId, accountId);
        foundAt = performance.now();
        update(live, messageId, found);
      } catch (error) {
        this.logger.warn({ err: error }, 'a reply of another process could not be read');
        // By then its generation has ended, and the reply is found later.
        const isLost = performance.now() - foundAt > this.environment.CHATBOT_DEADLINE_MS;
        if (isLost) live.finish(buildFailedEnding(stored.conversationId));
      }
    } while (!live.end && live.readers > 0);
    this.followed.delete(keyOf(messageId, accountId));
  }
}

function keyOf(messageId: string, accountId: string | null): string {
  return `${messageId} ${accountId ?? ''}`;
}

function update(live: LiveReply, messageId: string, found: StoredReply | undefined): void {
  if (!found) {
    live.finish(NOT_READABLE);
    return;
  }
  live.append(found.content.slice(live.text.length));
  const ending = getStoredEnding(messageId, found);
  if (ending) live.finish(ending);
}
