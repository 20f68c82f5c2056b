import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ExponentialBackoff, type IBackoff, halfJitterGenerator } from 'cockatiel';
import type { Verdict } from '../../../triage';
import {
  type Authorship,
  ChatModel,
  ModelUnavailableError,
  type ReplyChunks,
  type ReplyRequest,
} from '../chat-model';
import { isCancelled } from '../cancellation';
import { PROMPT_VERSION } from '../prompts/instructions';
import { TRUNCATION_MARK, refusalNotice, truncationNotice } from '../reply-notices';
import { ModelFailure, toModelFailure } from './model-failure';
import {
  type ModelReply,
  ModelServerClient,
  type ModelServerSettings,
  type ReplyEnd,
} from './model-server-client';
import { requestMessages } from './request-messages';
import { type ProbeTimes, ServerCircuit } from './server-circuit';

/** Waits before retries. The jitter spreads replies that failed together. */
const RETRY_BACKOFF = new ExponentialBackoff({
  generator: halfJitterGenerator,
  initialDelay: 500,
  maxDelay: 8_000,
});
/** A reply waits for a pause of the server of at most this part of its time. */
const MAX_WAITED_PART = 1 / 4;
/** After a pause, the replies that waited for it are spread over this time. */
const SPREAD_MS = 1_000;

export interface OpenAIChatModelSettings extends ModelServerSettings {
  /** Attempts after the first. */
  readonly retries: number;
  /** Time for one reply, with all attempts. */
  readonly deadlineMs: number;
}

/** The limits of one reply, which the chain of models sets. */
export interface ReplyLimits {
  /** In milliseconds of `performance.now()`. */
  readonly deadlineAt: number;
  /** Returns whether another model is available now. */
  readonly hasAlternative: () => boolean;
}

/** A reply whose first text has come. */
interface StartedReply {
  readonly text: string;
  readonly rest: ModelReply;
  /** Undefined if more text may come. */
  readonly end?: ReplyEnd;
}

/** A model at OpenAI or any server with its chat completions. */
export class OpenAIChatModel extends ChatModel {
  override readonly givesVerdicts = true;
  private readonly logger = new Logger(OpenAIChatModel.name);
  private readonly server: ModelServerClient;
  private readonly circuit: ServerCircuit;

  constructor(
    private readonly settings: OpenAIChatModelSettings,
    probeTimes?: ProbeTimes,
  ) {
    super();
    this.server = new ModelServerClient(settings);
    this.circuit = new ServerCircuit(this.server, probeTimes);
  }

  /** Time for one reply, in milliseconds. */
  get deadlineMs(): number {
    return this.settings.deadlineMs;
  }

  /** Milliseconds until a message can be sent: 0 for now, Infinity if the server is down. */
  get waitMs(): number {
    return this.circuit.waitMs;
  }

  /**
   * Replies to the last turn. A reply that breaks off after its first chunk ends with a notice, and its verdict is withdrawn, as is
   * that of a refusal.
   * @throws ModelUnavailableError if no usable reply came, with the text of a whole reply that broke off
   */
  async *streamReply(
    request: ReplyRequest,
    signal: AbortSignal,
    limits: ReplyLimits = { deadlineAt: performance.now() + this.deadlineMs, hasAlternative: () => false },
  ): ReplyChunks {
    const { language, triaged, onVerdict } = request;
    const started = await this.start(request, signal, limits);
    // Text before a refusal is withheld if the caller has not read it yet.
    const hasText = started.text !== '' && started.end?.outcome !== 'refused';
    let end: ReplyEnd | undefined;
    try {
      if (hasText) yield started.text;
      end = started.end ?? (yield* this.streamRest(started.rest, onVerdict, signal));
    } finally {
      await started.rest.return({ outcome: 'truncated' });
    }
    if (!end || end.outcome === 'truncated') yield truncationNotice(language);
    if (!end) onVerdict(null);
    if (end?.outcome === 'refused') {
      if (hasText) yield TRUNCATION_MARK;
      onVerdict(null);
      // In an emergency the reply has the advice, and a refusal after it would confuse.
      if (!triaged().emergency) yield `${hasText ? '\n\n' : ''}${refusalNotice(language)}`;
    }
    return this.authorship(end?.model);
  }

  stopProbing(): void {
    this.circuit.stopProbing();
  }

  /**
   * Tries until a reply has started, or has ended if it is read whole. Neither the `openai` package's retries nor cockatiel's
   * end their waits when a signal is aborted, or give up when the remaining time is too short.
   */
  private async start(
    request: ReplyRequest,
    signal: AbortSignal,
    limits: ReplyLimits,
  ): Promise<StartedReply> {
    const messages = await requestMessages(request);
    const { emergency: asked } = request.triaged();
    let backoff: IBackoff<undefined> | undefined;
    let longestText = '';
    for (let retriesLeft = this.settings.retries; ; retriesLeft -= 1) {
      let text = '';
      try {
        await this.waitForServer(backoff?.duration ?? 0, signal, limits);
        const rest = this.server.reply(messages, signal);
        for (let next = await rest.next(); ; next = await rest.next()) {
          if (next.done) {
            this.circuit.record();
            return { text, rest, end: next.value };
          }
          if (typeof next.value !== 'string') {
            request.onVerdict(next.value);
            if (asked?.isDoubtful && isSureOfLess(next.value) && request.triaged().emergency)
              throw new ModelFailure('the verdict came after the advice that it contradicts', {
                isServerHealthy: true,
              });
            continue;
          }
          text += next.value;
          if (!request.isWhole) return { text, rest };
        }
      } catch (error) {
        const failure = toModelFailure(error);
        request.onVerdict(null);
        if (text.length > longestText.length) longestText = text;
        backoff = backoff ? backoff.next(undefined) : RETRY_BACKOFF.next();
        if (failure.traits.pauseMs !== undefined) this.circuit.pause(failure.traits.pauseMs);
        if (failure.traits.isTransient && retriesLeft > 0 && this.isWorthWaiting(backoff.duration, limits))
          continue;
        this.recordFailure(failure, signal);
        // Of a doubtful emergency, part of a text may say that it is none.
        const isUsable = longestText !== '' && !asked?.isDoubtful;
        const partial = isUsable ? { text: longestText, authorship: this.authorship() } : undefined;
        // Without `cause`: the package's errors contain the response, which may quote the conversation.
        throw new ModelUnavailableError(failure.message, partial);
      }
    }
  }

  /** Waits for the backoff, and for a pause that the server requested. */
  private async waitForServer(backoffMs: number, signal: AbortSignal, limits: ReplyLimits): Promise<void> {
    const options = { signal, ref: false };
    if (backoffMs > 0) await wait(backoffMs, undefined, options);
    for (let pauseMs = this.waitMs; pauseMs > 0; pauseMs = this.waitMs) {
      if (!this.isWorthWaiting(backoffMs, limits))
        throw new ModelFailure('the model server is left alone', { isServerHealthy: true });
      await wait(pauseMs + Math.random() * SPREAD_MS, undefined, options);
    }
  }

  private isWorthWaiting(backoffMs: number, { deadlineAt, hasAlternative }: ReplyLimits): boolean {
    const pauseMs = this.waitMs;
    if (pauseMs > this.deadlineMs * MAX_WAITED_PART || (pauseMs > 0 && hasAlternative())) return false;
    const maxWaitMs = pauseMs > 0 ? pauseMs + SPREAD_MS : backoffMs;
    return maxWaitMs < (deadlineAt - performance.now()) / 2;
  }

  /** Returns undefined if the reply breaks off. */
  private async *streamRest(
    rest: ModelReply,
    onVerdict: ReplyRequest['onVerdict'],
    signal: AbortSignal,
  ): AsyncGenerator<string, ReplyEnd | undefined, undefined> {
    try {
      for (let next = await rest.next(); ; next = await rest.next()) {
        if (next.done) {
          this.circuit.record();
          return next.value;
        }
        if (typeof next.value === 'string') yield next.value;
        else onVerdict(next.value);
      }
    } catch (error) {
      this.recordFailure(toModelFailure(error), signal);
      return undefined;
    }
  }

  private recordFailure(failure: ModelFailure, signal: AbortSignal): void {
    if (!isCancelled(signal))
      this.logger.warn(
        { host: this.server.host, reason: failure.message },
        'a model server gave no whole reply',
      );
    this.circuit.record(failure);
  }

  private authorship(model = this.settings.model): Authorship {
    return { source: 'model', model, promptVersion: PROMPT_VERSION };
  }
}

/** Returns whether a model is sure that a message is no emergency, so that its text may say so. */
function isSureOfLess({ urgency, isSure }: Verdict): boolean {
  return isSure && urgency !== 'emergency';
}
