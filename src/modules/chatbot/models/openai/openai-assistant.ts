import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  ConstantBackoff,
  ExponentialBackoff,
  type IBackoff,
  halfJitterGenerator,
  handleWhen,
  retry,
} from 'cockatiel';
import {
  AssistantModel,
  AssistantUnavailableError,
  type Authorship,
  type ReplyPieces,
  type ReplyRequest,
} from '../assistant-model';
import { PROMPT_VERSION } from '../prompts/instructions';
import { CUT_ENDING, cutEnding, refusal } from '../reply-endings';
import { type ModelMessage, modelMessages } from './conversation';
import { ModelFailure, failureOf } from './model-failure';
import {
  type ModelReply,
  ModelServerClient,
  type ModelServerSettings,
  type ReplyEnd,
} from './model-server-client';
import { PROBE_TIMES, ProviderCircuit } from './provider-circuit';

/** The jitter keeps callers that failed together from coming back together. */
const WAITS = new ExponentialBackoff({ generator: halfJitterGenerator, initialDelay: 500, maxDelay: 8_000 });
/** A pause that a server asks for is waited for where it is at most this part of a reply's time. */
const WAITED_PART = 1 / 4;
/** After such a pause all replies that waited for it come back, over this time. */
const RETURN_MS = 1_000;

export interface OpenAIAssistantSettings extends ModelServerSettings {
  /** Attempts after the first. */
  readonly retries: number;
  /** Time for one reply, all attempts together. */
  readonly deadlineMs: number;
}

/** A reply that has begun: its text so far, and either the rest that is still to come or how it ended. */
type Begun =
  | { readonly text: string; readonly rest: ModelReply }
  | { readonly text: string; readonly rest?: never; readonly end: ReplyEnd };

/** What one of several models has of a reply. */
export interface Share {
  /** The reply's own deadline, in milliseconds of the clock that `performance.now()` reads. */
  readonly endsAt: number;
  /** Whether another model can be asked at once, instead of waiting for this one. */
  readonly hasOther: () => boolean;
}

/** One reply's attempts. */
interface Course extends Share {
  readonly request: ReplyRequest;
  readonly messages: readonly ModelMessage[];
  readonly signal: AbortSignal;
  /** The longest text that an attempt brought before it broke off. */
  longest: string;
  /** The wait before the next attempt; undefined before the first one. */
  backoff: IBackoff<undefined> | undefined;
}

/** Asks a model over OpenAI's chat completions, at OpenAI or at any server that speaks them. */
export class OpenAIAssistant extends AssistantModel {
  private readonly logger = new Logger(OpenAIAssistant.name);
  private readonly server: ModelServerClient;
  private readonly circuit: ProviderCircuit;

  constructor(
    private readonly settings: OpenAIAssistantSettings,
    probeTimes = PROBE_TIMES,
  ) {
    super();
    const server = new ModelServerClient(settings);
    this.server = server;
    this.circuit = new ProviderCircuit(
      { host: server.host, probe: (signal) => server.probe(signal) },
      probeTimes,
    );
  }

  /** Time for one reply, in milliseconds. */
  get deadlineMs(): number {
    return this.settings.deadlineMs;
  }

  /** Milliseconds until it may be asked: 0 for now, Infinity where that is not known, as of a server that is down. */
  get waitMs(): number {
    return this.circuit.waitMs;
  }

  /**
   * Answers the last turn. Once a piece was given out there is no failure: a reply that breaks off says so at its end.
   * @throws AssistantUnavailableError when no usable reply came, with what came of a whole one
   */
  async *write(request: ReplyRequest, signal: AbortSignal, share = this.wholeShare()): ReplyPieces {
    const { language, isEmergency } = request;
    const messages = modelMessages(request);
    const begun = await this.begin({ request, messages, signal, ...share, longest: '', backoff: undefined });
    // What a filter withheld in the end is not shown to whoever has not read it yet.
    const isShown = begun.text !== '' && (begun.rest !== undefined || begun.end.how !== 'refused');
    let end: ReplyEnd;
    try {
      if (isShown) yield begun.text;
      end = begun.rest ? yield* this.following(begun.rest) : begun.end;
    } finally {
      await begun.rest?.return({ how: 'cut' });
    }
    if (end.how === 'cut') yield cutEnding(language);
    if (end.how === 'refused') {
      // After what to do in an emergency nobody is told that there is no answer.
      const endings = [...(isShown ? [CUT_ENDING] : []), ...(isEmergency ? [] : [refusal(language)])];
      if (endings.length > 0) yield endings.join('\n\n');
    }
    return this.authorship(end.model);
  }

  /** Asks nothing more by itself. */
  end(): void {
    this.circuit.end();
  }

  private wholeShare(): Share {
    return { endsAt: performance.now() + this.settings.deadlineMs, hasOther: () => false };
  }

  private async begin(course: Course): Promise<Begun> {
    try {
      const begun = await this.attempts(course);
      if (!begun.rest) await this.circuit.record();
      return begun;
    } catch (error) {
      const failure =
        course.signal.aborted && !(error instanceof ModelFailure) ? deadlinePassed() : asFailure(error);
      await this.failed(failure);
      const text = course.longest;
      const partial = text === '' ? undefined : { text, authorship: this.authorship(undefined) };
      // Without `cause`: the package's errors hold the server's answer, which may quote the conversation.
      throw new AssistantUnavailableError(failure.message, partial);
    }
  }

  private attempts(course: Course): Promise<Begun> {
    return retry(
      handleWhen((error) => error instanceof ModelFailure && error.isPassing && this.isWorthWaiting(course)),
      // The waiting is done in the attempt, where the deadline ends it: nothing ends the package’s own.
      { maxAttempts: this.settings.retries, backoff: new ConstantBackoff(0) },
    )
      .dangerouslyUnref()
      .execute(async () => {
        await this.turn(course);
        return this.attempt(course);
      });
  }

  /** Waits before an attempt, and for as long as the server wants to be left alone, by whichever reply that was heard. */
  private async turn(course: Course): Promise<void> {
    const options = { signal: course.signal, ref: false };
    if (course.backoff) await wait(course.backoff.duration, undefined, options);
    for (let rest = this.circuit.waitMs; rest > 0; rest = this.circuit.waitMs) {
      if (!this.isWorthWaiting(course)) throw leftAlone();
      await wait(rest + Math.random() * RETURN_MS, undefined, options);
    }
  }

  private async attempt(course: Course): Promise<Begun> {
    const rest = this.server.reply(course.messages, course.signal);
    let text = '';
    try {
      for (;;) {
        const next = await rest.next();
        if (next.done) return { text, end: next.value };
        text += next.value;
        if (!course.request.isWhole) return { text, rest };
      }
    } catch (error) {
      if (text.length > course.longest.length) course.longest = text;
      course.backoff = course.backoff ? course.backoff.next(undefined) : WAITS.next();
      if (error instanceof ModelFailure && error.pauseMs !== undefined) this.circuit.rest(error.pauseMs);
      throw error;
    }
  }

  private isWorthWaiting({ backoff, endsAt, hasOther }: Course): boolean {
    const rest = this.circuit.waitMs;
    if (rest > this.settings.deadlineMs * WAITED_PART || (rest > 0 && hasOther())) return false;
    const longest = rest > 0 ? rest + RETURN_MS : (backoff?.duration ?? 0);
    return longest < (endsAt - performance.now()) / 2;
  }

  private async *following(rest: ModelReply): ModelReply {
    try {
      const end = yield* rest;
      await this.circuit.record();
      return end;
    } catch (error) {
      await this.failed(asFailure(error));
      return { how: 'cut' };
    }
  }

  private async failed(failure: ModelFailure): Promise<void> {
    this.logger.warn(
      { host: this.server.host, reason: failure.message },
      'a model server gave no whole reply',
    );
    await this.circuit.record(failure);
  }

  private authorship(model: string | undefined): Authorship {
    return { source: 'model', model: model ?? this.settings.model, promptVersion: PROMPT_VERSION };
  }
}

/** The deadline came while nobody was being asked. */
function deadlinePassed(): ModelFailure {
  return new ModelFailure('no answer before the deadline', { isServers: false });
}

/** Says nothing new of the server. */
function leftAlone(): ModelFailure {
  return new ModelFailure('the model server is left alone', { isServers: false });
}

function asFailure(error: unknown): ModelFailure {
  const failure = failureOf(error);
  return failure instanceof ModelFailure ? failure : new ModelFailure('the model server refused to answer');
}
