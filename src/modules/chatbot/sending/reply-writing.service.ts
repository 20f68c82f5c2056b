import { Injectable, Logger, RequestTimeoutException } from '@nestjs/common';
import { findUnavailability } from '../../../platform/database/unavailability';
import { FairTurns } from '../../../platform/limits/fair-turns';
import { TooBusyException } from '../../../platform/limits/too-busy.exception';
import type { Authorship } from '../models/chat-model';
import type { LiveReply } from '../replies/live-reply';
import { DELETED, buildCompletedEnding, buildFailedEnding } from '../replies/reply-endings';
import { type OpenReply, type ReplyDraft, ReplyStore } from '../replies/reply.store';
import type { ComposedReply } from './composed-reply';
import type { Question } from './question';
import {
  ConversationDeletedError,
  EMERGENCY_ADVICE_AUTHORSHIP,
  ReplyGenerationService,
} from './reply-generation.service';

/** How often the draft of a reply is stored, for readers in other processes and in case this process ends. */
const DRAFT_EVERY_MS = 1_000;
/** Pauses between attempts to store a reply double, for about as long as a database takes to fail over. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** `unavailable`: the database did not confirm that the reply is stored. */
export type ReplyOutcome = 'completed' | 'failed' | 'unavailable' | 'deleted';

interface WritingRequest {
  readonly question: Question;
  readonly composed: Promise<ComposedReply>;
  /** Whether the reply is the emergency advice only, because the message is over the limit. */
  readonly isAdviceOnly: boolean;
}

/** Writes replies to the end, with or without readers: the opening, such as emergency advice, and what the assistant generates. */
@Injectable()
export class ReplyWritingService {
  private readonly logger = new Logger(ReplyWritingService.name);

  constructor(
    private readonly store: ReplyStore,
    private readonly generation: ReplyGenerationService,
    private readonly turns: FairTurns,
  ) {}

  /**
   * Generates a reply and stores it, within `CHATBOT_DEADLINE_MS` and the time to store it. Never rejects.
   * @param live gets the text, and its ending once the reply is stored
   */
  async write(reply: OpenReply, request: WritingRequest, live: LiveReply): Promise<ReplyOutcome> {
    try {
      if (await this.generateAndStore(reply, request, live)) return 'completed';
      live.finish(DELETED);
      return 'deleted';
    } catch (error) {
      // The message was refused before it was read, or its client disconnected.
      if (!(error instanceof TooBusyException || error instanceof RequestTimeoutException))
        this.logger.error({ err: error }, 'a reply could not be written');
      const outcome = await this.finishFailed(reply, request, live);
      return outcome === 'failed' && findUnavailability(error) ? 'unavailable' : outcome;
    }
  }

  /** Returns false if the conversation was deleted meanwhile. */
  private async generateAndStore(
    reply: OpenReply,
    { question, composed: begun, isAdviceOnly }: WritingRequest,
    live: LiveReply,
  ): Promise<boolean> {
    const composed = await begun;
    const { isForeign } = composed.question;
    const mayBeJudged = !isAdviceOnly && this.generation.givesVerdicts;
    composed.begin({ mayBeJudged, isWhole: question.isWhole });
    const work = new AbortController();
    const saving = this.saveDrafts(reply, composed, work);
    try {
      const turn = this.turns.takeForReply(question.sender, composed.triaged.emergency !== undefined);
      if (turn) await turn;
      const authorship =
        isAdviceOnly || isForeign
          ? EMERGENCY_ADVICE_AUTHORSHIP
          : await this.generation.generate(composed, question, work);
      composed.open();
      composed.close();
      live.flush();
      const { draft } = composed;
      const isThere = await this.complete(reply, draft, authorship);
      if (isThere) live.finish(buildCompletedEnding(reply, draft, authorship.source));
      return isThere;
    } catch (error) {
      if (work.signal.reason instanceof ConversationDeletedError) return false;
      throw error;
    } finally {
      clearInterval(saving);
      composed.close();
    }
  }

  /** Ends a reply that could not be written. In an emergency the advice counts as complete, stored or not. */
  private async finishFailed(
    reply: OpenReply,
    { composed }: WritingRequest,
    live: LiveReply,
  ): Promise<ReplyOutcome> {
    const known = await composed.catch(() => undefined);
    known?.open();
    live.flush();
    await this.store.fail(reply, live.text).catch((error: unknown) => {
      this.logger.error({ err: error }, 'a reply stays unfinished until its time is over');
    });
    if (known?.draft.urgency !== 'emergency') {
      live.finish(buildFailedEnding(reply.conversationId));
      return 'failed';
    }
    live.finish(buildCompletedEnding(reply, known.draft, EMERGENCY_ADVICE_AUTHORSHIP.source));
    return 'completed';
  }

  /**
   * Stores the draft when the urgency is decided and then regularly, if it has grown. Aborts the work if the conversation was
   * deleted.
   */
  private saveDrafts(reply: OpenReply, composed: ComposedReply, work: AbortController): NodeJS.Timeout {
    let savedLength = 0;
    let isSaving = false;
    const save = async (): Promise<void> => {
      const current = composed.draft;
      if (isSaving || current.content.length === savedLength) return;
      isSaving = true;
      try {
        const isThere = await this.store.saveDraft(reply, current);
        savedLength = current.content.length;
        if (!isThere) work.abort(new ConversationDeletedError());
      } catch (error) {
        this.logger.warn({ err: error }, 'the draft of a reply was not stored');
      } finally {
        isSaving = false;
      }
    };
    void composed.decided.then(save);
    return setInterval(() => void save(), DRAFT_EVERY_MS);
  }

  private async complete(reply: OpenReply, draft: ReplyDraft, authorship: Authorship): Promise<boolean> {
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      try {
        return await this.store.complete(reply, draft, authorship);
      } catch (error) {
        if (pause > LONGEST_PAUSE_MS) throw error;
        this.logger.warn({ err: error }, 'a reply was not stored; it is tried again');
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
