import { BadRequestException, Injectable, NotFoundException } from '@nestjs/common';
import { NO_SUCH_EVENT, NO_SUCH_REPLY } from '../refusal-texts';
import { LiveRepliesService } from './live-replies.service';
import { LiveReply, type ReplyEvents } from './live-reply';
import { RemoteRepliesService } from './remote-replies.service';
import { getStoredEnding } from './reply-endings';
import { ReplyStore, type StoredReply } from './reply.store';

/** Streams replies to their readers, whichever process generates them. */
@Injectable()
export class ReplyReadingService {
  constructor(
    private readonly store: ReplyStore,
    private readonly live: LiveRepliesService,
    private readonly remote: RemoteRepliesService,
  ) {}

  /**
   * Returns the events of a reply. A failure after this is the last event, not an error.
   * @param after id of the last event that the reader has
   * @param onlyUnstored whether the reader is not known, so that it gets no stored reply, not even an anonymous one
   * @throws NotFoundException if the caller may not read the reply
   * @throws BadRequestException if no event has this id
   */
  async read(
    { messageId, after, onlyUnstored }: { messageId: string; after: string | null; onlyUnstored: boolean },
    accountId: string | null,
  ): Promise<ReplyEvents> {
    const offset = offsetOf(after);
    const id = messageId.toLowerCase();
    const unstored = this.live.findUnstored(id, accountId);
    if (unstored) return unstored.read(offset);
    const stored = onlyUnstored ? undefined : await this.store.find(messageId, accountId);
    if (!stored) throw new NotFoundException(NO_SUCH_REPLY);
    return this.liveReply(id, accountId, stored).read(offset);
  }

  private liveReply(messageId: string, accountId: string | null, stored: StoredReply): LiveReply {
    const own = this.live.find(messageId);
    if (own) return own;
    const ending = getStoredEnding(messageId, stored);
    if (!ending) return this.remote.follow(messageId, accountId, stored);
    const live = new LiveReply();
    live.append(stored.content);
    live.finish(ending);
    return live;
  }
}

/**
 * Returns the offset in the text at which to read on. It can be behind the text: another process may have sent more than
 * it has stored.
 */
function offsetOf(eventId: string | null): number {
  if (eventId === null || eventId === '') return 0;
  if (!/^\d{1,9}$/.test(eventId)) throw new BadRequestException(NO_SUCH_EVENT);
  return Number(eventId);
}
