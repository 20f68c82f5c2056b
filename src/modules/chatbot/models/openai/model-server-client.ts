import OpenAI, { BadRequestError } from 'openai';
import { textsOf, modelFetch } from './bounded-fetch';
import { completionParts } from './completion';
import type { ModelMessage } from './conversation';
import { ModelFailure, ModelRefusal, failureOf } from './model-failure';
import { ShownText } from './shown-text';
import { SilenceClock } from './silence-clock';

/** Servers of one's own take any key, but the protocol has the header. */
const NO_KEY = 'no-key';
/** More characters than the tokens of any language write; only a server that ignores the bound gets there. */
const CHARACTERS_PER_TOKEN = 10;
/** A character that JSON escapes: `\u00e9`. */
const BYTES_PER_CHARACTER = 6;
/** What surrounds a token in an event of its own. */
const BYTES_PER_EVENT = 1_024;
/** For what surrounds a whole text, and for one that is a little too long, which is better cut than refused. */
const MARGIN_BYTES = 1_048_576;
/** The model has said that it is done. All that may follow are the tokens used and the end of the stream. */
const AFTER_FINISH_MS = 250;
/** A server that had at least this part of its time and said nothing until a reply's deadline is taken for silent. */
const SILENT_PART = 1 / 4;
/** Holds no text of a person. */
const PROBE: readonly ModelMessage[] = [{ role: 'user', content: 'ping' }];
/** Some servers refuse fewer. */
const PROBE_TOKENS = 16;

type TokenBound = 'max_tokens' | 'max_completion_tokens';

/** One model at one server. */
export interface ModelServerSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Longest silence: before the first token, and between two. */
  readonly timeoutMs: number;
  readonly maximumTokens: number;
}

/** How a reply ended, and the server's name of the model, where it said one. */
export interface ReplyEnd {
  readonly how: 'complete' | 'cut' | 'refused';
  readonly model?: string | undefined;
}

/** A reply's text as it arrives, no piece of it empty. */
export type ModelReply = AsyncGenerator<string, ReplyEnd, undefined>;

/** Asks one server that speaks OpenAI's chat completions. */
export class ModelServerClient {
  /** Host and port, for the log. */
  readonly host: string;
  private readonly client: OpenAI;
  private readonly isOpenAI: boolean;
  /** In characters. */
  private readonly longestReply: number;
  private readonly longestBody: number;
  private tokenBound: TokenBound;

  constructor(private readonly settings: ModelServerSettings) {
    const { baseUrl: baseURL, apiKey = NO_KEY, maximumTokens } = settings;
    const { host, hostname } = new URL(baseURL);
    this.host = host;
    this.isOpenAI = /(^|\.)api\.openai\.com$/.test(hostname);
    // OpenAI's reasoning models refuse `max_tokens`, and it is deprecated there. Ollama (0.32) and llama.cpp
    // before February 2026 ignore `max_completion_tokens` without a word, so that nothing would be bound, and
    // Mistral refuses it. vLLM takes both. Both at once is an error at OpenAI.
    this.tokenBound = this.isOpenAI ? 'max_completion_tokens' : 'max_tokens';
    this.longestReply = maximumTokens * CHARACTERS_PER_TOKEN;
    this.longestBody = this.longestReply * BYTES_PER_CHARACTER + MARGIN_BYTES;
    this.client = new OpenAI({
      baseURL,
      apiKey,
      // Clock and attempts are our own: the package's clock stops at the first byte, and its retries sleep for as long
      // as a Retry-After header says, an hour if need be, with the conversation in memory.
      maxRetries: 0,
      fetch: modelFetch(apiKey),
      // Said although unused: the package takes each of these from the process's variables where it is left out.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      // At `debug` the package prints conversations to the console.
      logLevel: 'off',
    });
  }

  /**
   * Has a conversation answered. Whoever stops reading closes the connection.
   * @throws ModelFailure when no text came, or when it broke off
   */
  async *reply(messages: readonly ModelMessage[], deadline: AbortSignal): ModelReply {
    const clock = new SilenceClock(this.settings.timeoutMs, deadline);
    const shown = new ShownText(this.longestReply);
    let finish: string | undefined;
    let model: string | undefined;
    try {
      for await (const part of this.parts(messages, clock.signal)) {
        clock.restart(finish === undefined && part.finish === undefined ? undefined : AFTER_FINISH_MS);
        model ??= nameOf(part.model);
        finish ??= part.finish;
        if (part.isRefusal || part.finish === 'content_filter') return { how: 'refused', model };
        const text = shown.add(part.text);
        if (text !== '') yield text;
        if (shown.isCut) return { how: 'cut', model };
      }
      if (finish === undefined) throw new ModelFailure('the answer broke off', { isPassing: true });
    } catch (error) {
      const failure = this.failureOf(error, deadline, clock);
      if (failure instanceof ModelRefusal) return { how: 'refused', model };
      if (finish === undefined) throw failure;
    } finally {
      clock.stop();
    }
    const rest = shown.end();
    if (rest !== '') yield rest;
    if (shown.isEmpty) throw emptyFailure(finish);
    return { how: finish === 'length' || shown.isCut ? 'cut' : 'complete', model };
  }

  /**
   * Finds out whether the server answers.
   * @throws ModelFailure where it does not
   */
  async probe(ending: AbortSignal): Promise<void> {
    const clock = new SilenceClock(this.settings.timeoutMs, ending);
    const bounds = { signal: clock.signal, maximumTokens: PROBE_TOKENS };
    try {
      // The first part is enough: there is somebody who speaks the protocol.
      const parts = this.answer(PROBE, bounds);
      await parts.next();
      await parts.return(undefined);
    } catch (error) {
      throw this.failureOf(error, ending, clock);
    } finally {
      clock.stop();
    }
  }

  private parts(messages: readonly ModelMessage[], signal: AbortSignal) {
    return this.answer(messages, { signal, maximumTokens: this.settings.maximumTokens });
  }

  private async *answer(messages: readonly ModelMessage[], bounds: Bounds) {
    const response = await this.ask(messages, bounds);
    const longestStream = this.longestBody + bounds.maximumTokens * BYTES_PER_EVENT;
    yield* completionParts(textsOf(response.body, longestStream), this.longestBody);
  }

  private async ask(messages: readonly ModelMessage[], bounds: Bounds): Promise<Response> {
    const bound = this.tokenBound;
    try {
      return await this.askWith(bound, messages, bounds);
    } catch (error) {
      // A gateway in front of OpenAI's reasoning models, or a strict server under another name.
      if (!(error instanceof BadRequestError) || error.param !== bound) throw error;
      this.tokenBound = bound === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
      return await this.askWith(this.tokenBound, messages, bounds);
    }
  }

  private askWith(
    bound: TokenBound,
    messages: readonly ModelMessage[],
    { signal, maximumTokens }: Bounds,
  ): Promise<Response> {
    return this.client.chat.completions
      .create(
        {
          model: this.settings.model,
          messages: [...messages],
          stream: true,
          [bound]: maximumTokens,
          // OpenAI keeps completions of newer accounts unless told not to; other servers may not know the field.
          ...(this.isOpenAI ? { store: false } : {}),
        },
        { signal },
      )
      .asResponse();
  }

  private failureOf(error: unknown, deadline: AbortSignal, clock: SilenceClock): ModelFailure | ModelRefusal {
    const { timeoutMs } = this.settings;
    if (deadline.aborted) {
      // Somebody may also have taken the question back.
      const isTime = nameOfReason(deadline.reason) === 'TimeoutError';
      const isServers = isTime && clock.silentMs >= timeoutMs * SILENT_PART;
      return new ModelFailure('no answer before the deadline', { isServers });
    }
    if (clock.signal.aborted) {
      return new ModelFailure(`the model server said nothing for ${timeoutMs} ms`, { isAbsence: true });
    }
    return failureOf(error);
  }
}

interface Bounds {
  readonly signal: AbortSignal;
  readonly maximumTokens: number;
}

function emptyFailure(finish: string | undefined): ModelFailure {
  // Said for whoever reads the log: a reasoning model can spend the whole bound before its first word.
  const why = finish === 'length' ? ', the bound on tokens was used up (CHATBOT_MAX_REPLY_TOKENS)' : '';
  return new ModelFailure(`the completion is empty${why}`, { isServers: false });
}

function nameOfReason(reason: unknown): unknown {
  return typeof reason === 'object' && reason !== null && 'name' in reason ? reason.name : undefined;
}

/** As it is kept: what PostgreSQL takes, and no more of it than a name needs. */
function nameOf(model: string | undefined): string | undefined {
  return model?.replaceAll('\0', '').toWellFormed().trim().slice(0, 100).toWellFormed() || undefined;
}
