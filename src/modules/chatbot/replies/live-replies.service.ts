import { Injectable } from '@nestjs/common';
import type { LiveReply } from './live-reply';

/** How long a reply that could not be stored can be read. */
const UNSTORED_MS = 60_000;

/** The replies that this process generates, and those that it could not store. */
@Injectable()
export class LiveRepliesService {
  private readonly generated = new Map<string, LiveReply>();
  private readonly unstored = new Map<string, { live: LiveReply; accountId: string | null }>();

  /** Adds a reply until its generation has ended. */
  add(messageId: string, live: LiveReply, ended: Promise<unknown>): void {
    this.generated.set(messageId, live);
    void ended.finally(() => this.generated.delete(messageId));
  }

  /** Adds a complete reply that is not in the database. */
  addUnstored(messageId: string, live: LiveReply, accountId: string | null): void {
    this.unstored.set(messageId, { live, accountId });
    setTimeout(() => this.unstored.delete(messageId), UNSTORED_MS).unref();
  }

  /** Returns a reply of this process. Whether the caller may read it is checked by its row in the database. */
  find(messageId: string): LiveReply | undefined {
    return this.generated.get(messageId);
  }

  /** Returns a reply that could not be stored, if the caller may read it. */
  findUnstored(messageId: string, accountId: string | null): LiveReply | undefined {
    const found = this.unstored.get(messageId);
    return found && (found.accountId === null || found.accountId === accountId) ? found.live : undefined;
  }
}
