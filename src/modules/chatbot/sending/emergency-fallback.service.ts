import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { type Emergency, TriageService } from '../../triage';
import { LiveRepliesService } from '../replies/live-replies.service';
import { LiveReply } from '../replies/live-reply';
import { buildCompletedEnding } from '../replies/reply-endings';
import { ReplyStore } from '../replies/reply.store';
import { isForeignLanguage } from '../language/foreign-language';
import type { Question } from './question';

/** Time to read earlier questions: the database may be what has failed, and the advice has to arrive within a second. */
const CONTEXT_TIMEOUT_MS = 150;

interface UnstoredReply {
  readonly conversationId: string;
  readonly messageId: string;
  readonly live: LiveReply;
}

/** Triages and answers emergencies when there is no slot for a reply, or no database to store it. */
@Injectable()
export class EmergencyFallbackService {
  private readonly logger = new Logger(EmergencyFallbackService.name);

  constructor(
    private readonly store: ReplyStore,
    private readonly triage: TriageService,
    private readonly liveReplies: LiveRepliesService,
  ) {}

  /** Returns the emergency that a message describes; earlier questions count if they can be read soon. */
  async assess(question: Question): Promise<Emergency | undefined> {
    const { message, country, sender, isCallerUnknown } = question;
    if (isForeignLanguage(message)) return undefined;
    const earlier = isCallerUnknown ? [] : await this.earlierQuestions(question);
    const context = { earlier, country, sender };
    return (await this.triage.assess(message, context)).emergency;
  }

  /** Returns a reply with the advice only. It is readable for a minute and is not stored. */
  answer({ conversationId, sender }: Question, { advice, language }: Emergency): UnstoredReply {
    const ids = { conversationId: conversationId?.toLowerCase() ?? randomUUID(), messageId: randomUUID() };
    const live = new LiveReply();
    live.append(advice);
    live.finish(buildCompletedEnding(ids, { content: live.text, urgency: 'emergency', language }, 'offline'));
    this.liveReplies.addUnstored(ids.messageId, live, sender.accountId);
    return { ...ids, live };
  }

  private async earlierQuestions({ conversationId, sender }: Question): Promise<string[]> {
    const noneInTime = pause<string[]>(CONTEXT_TIMEOUT_MS, [], { ref: false });
    try {
      const questions = this.store.findLastQuestions({ conversationId, accountId: sender.accountId });
      return await Promise.race([questions, noneInTime]);
    } catch (error) {
      this.logger.warn({ err: error }, 'a message is triaged without those before it');
      return [];
    }
  }
}
