import OpenAI from 'openai';
import type { Verdict } from '../../../triage';
import { isCancelled } from '../cancellation';
import { LinkedAbort } from '../linked-abort';
import { readCompletion } from './chat-completion';
import { createModelFetch } from './model-fetch';
import { ModelFailure, toModelFailure } from './model-failure';
import { ObservedModelCall } from './model-metrics';
import { ReplyTextFilter } from './reply-text-filter';
import { type RequestForm, RequestForms } from './request-forms';
import type { RequestMessage } from './request-messages';
import { StructuredReplyReader } from './structured-reply-reader';
import { ThinkingFilter } from './thinking-filter';
import { RESPONSE_FORMAT } from './verdict-format';

/** Own servers accept any key, but the protocol has the header. */
const NO_KEY = 'no-key';
/** More than any language needs, so that only a server which ignores the token limit reaches it. */
const CHARACTERS_PER_TOKEN = 10;
/** A character that is escaped in JSON: `\u00e9`. */
const BYTES_PER_CHARACTER = 6;
/** JSON around the text of a chunk with one token. */
const BYTES_PER_CHUNK = 1_024;
/** JSON around the whole text, and text beyond the limit, which is better cut than refused. */
const MARGIN_BYTES = 1_048_576;
/** Time for the token usage and the end of the stream, so that the connection can be reused. */
const AFTER_FINISH_MS = 250;
/** At the deadline of a reply, a server that was silent for this part of its timeout counts as silent. */
const SILENT_PART = 1 / 4;
/** Contains no text of users. */
const PROBE: readonly RequestMessage[] = [{ role: 'user', content: 'ping' }];
/** Some servers refuse fewer. */
const PROBE_TOKENS = 16;

/** One model at one server. */
export interface ModelServerSettings {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly model: string;
  /** Longest time without a chunk. */
  readonly timeoutMs: number;
  readonly maxTokens: number;
}

interface RequestOptions {
  readonly maxTokens: number;
  /** A probe has no structure. */
  readonly isProbe?: boolean;
}

/** How a reply ended, and the server's name of the model, if it sent one. */
export interface ReplyEnd {
  readonly outcome: 'complete' | 'truncated' | 'refused';
  readonly model?: string | undefined;
}

/** The verdict of a reply, if it has one, and its text in chunks, none of them empty. */
export type ModelReply = AsyncGenerator<string | Verdict, ReplyEnd, undefined>;

/** A client of one server with OpenAI's chat completions. */
export class ModelServerClient {
  /** Host and port, for the log. */
  readonly host: string;
  private readonly client: OpenAI;
  private readonly isOpenAI: boolean;
  private readonly maxCharacters: number;
  private readonly forms: RequestForms;

  constructor(private readonly settings: ModelServerSettings) {
    const { baseUrl: baseURL, apiKey = NO_KEY, maxTokens } = settings;
    const { host, hostname } = new URL(baseURL);
    this.host = host;
    this.isOpenAI = /(^|\.)api\.openai\.com$/.test(hostname);
    this.forms = new RequestForms(this.isOpenAI);
    this.maxCharacters = maxTokens * CHARACTERS_PER_TOKEN;
    const maxBytes = this.maxCharacters * BYTES_PER_CHARACTER + maxTokens * BYTES_PER_CHUNK + MARGIN_BYTES;
    this.client = new OpenAI({
      baseURL,
      apiKey,
      // The package's timeout ends at the headers, and its retries wait as long as Retry-After says, even an hour.
      maxRetries: 0,
      fetch: createModelFetch(apiKey, maxBytes),
      // Without these, the package reads environment variables.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      // At `debug` the package prints conversations.
      logLevel: 'off',
    });
  }

  /**
   * Streams a reply. `return()` closes the connection.
   * @throws ModelFailure if no text came, or the reply broke off
   */
  async *reply(messages: readonly RequestMessage[], deadline: AbortSignal): ModelReply {
    const observed = new ObservedModelCall(this.host, this.settings.model);
    try {
      const end = yield* this.readReply(messages, deadline, observed);
      observed.endWith(end.outcome);
      return end;
    } catch (error) {
      observed.endWith('failed');
      throw error;
    } finally {
      observed.end();
    }
  }

  private async *readReply(
    messages: readonly RequestMessage[],
    deadline: AbortSignal,
    observed: ObservedModelCall,
  ): ModelReply {
    const thinking = new ThinkingFilter();
    const structure = new StructuredReplyReader();
    const filter = new ReplyTextFilter(this.maxCharacters);
    let isJudged = false;
    const newVerdict = function* (): Generator<Verdict, void, undefined> {
      if (!structure.verdict || isJudged) return;
      isJudged = true;
      yield structure.verdict;
    };
    let finishReason: string | undefined;
    let model: string | undefined;
    try {
      for await (const chunk of this.readChunks(messages, deadline, { maxTokens: this.settings.maxTokens })) {
        model ??= normaliseModelName(chunk.model);
        finishReason ??= chunk.finishReason;
        if (chunk.usage) observed.noteTokens(chunk.usage);
        if (chunk.isRefusal || chunk.finishReason === 'content_filter') return { outcome: 'refused', model };
        const text = filter.push(structure.push(thinking.push(chunk.text)));
        yield* newVerdict();
        if (text !== '') {
          observed.countText();
          yield text;
        }
        if (filter.isTruncated) return { outcome: 'truncated', model };
        if (structure.isOverlong) break;
      }
    } catch (error) {
      const failure = toModelFailure(error);
      if (failure.traits.isRefusal) return { outcome: 'refused', model };
      if (finishReason === undefined) {
        structure.flush();
        yield* newVerdict();
        throw failure;
      }
    }
    const rest = filter.push(structure.push(thinking.flush()) + structure.flush()) + filter.flush();
    yield* newVerdict();
    if (rest !== '') yield rest;
    if (filter.isEmpty) throw emptyReplyFailure(finishReason);
    return { outcome: finishReason === 'length' || filter.isTruncated ? 'truncated' : 'complete', model };
  }

  /**
   * Checks that the server answers: one chunk is enough, even without text, because some models reason for minutes first.
   * @throws ModelFailure if it does not
   */
  async probe(signal: AbortSignal): Promise<void> {
    const chunks = this.readChunks(PROBE, signal, { maxTokens: PROBE_TOKENS, isProbe: true });
    await chunks.next();
    await chunks.return(undefined);
  }

  /**
   * Yields the chunks of a completion, and aborts the request if the server is silent too long.
   * @throws ModelFailure if the completion fails or breaks off
   */
  private async *readChunks(
    messages: readonly RequestMessage[],
    deadline: AbortSignal,
    options: RequestOptions,
  ) {
    const { timeoutMs } = this.settings;
    const request = new LinkedAbort(deadline);
    const abort = () => {
      request.abort();
    };
    let timer = setTimeout(abort, timeoutMs).unref();
    let lastChunkAt = performance.now();
    let isFinished = false;
    try {
      for await (const chunk of this.complete(messages, request.signal, options)) {
        lastChunkAt = performance.now();
        isFinished ||= chunk.finishReason !== undefined;
        clearTimeout(timer);
        timer = setTimeout(abort, isFinished ? AFTER_FINISH_MS : timeoutMs).unref();
        yield chunk;
      }
      if (!isFinished) throw new ModelFailure('the answer broke off', { isTransient: true });
    } catch (error) {
      if (deadline.aborted)
        throw deadlineFailure(deadline, performance.now() - lastChunkAt >= timeoutMs * SILENT_PART);
      if (!request.signal.aborted) throw toModelFailure(error);
      throw new ModelFailure(`the model server said nothing for ${timeoutMs} ms`, { isUnreachable: true });
    } finally {
      clearTimeout(timer);
      request.unlink();
    }
  }

  private async *complete(
    messages: readonly RequestMessage[],
    signal: AbortSignal,
    { maxTokens, isProbe = false }: RequestOptions,
  ) {
    const send = ({ tokenLimit, isStructured }: RequestForm): Promise<Response> =>
      this.client.chat.completions
        .create(
          {
            model: this.settings.model,
            messages: [...messages],
            stream: true,
            [tokenLimit]: maxTokens,
            ...(isStructured ? { response_format: RESPONSE_FORMAT } : {}),
            // OpenAI stores completions of newer accounts by default, and reports tokens only on request; other servers may
            // not know the fields.
            ...(this.isOpenAI ? { store: false, stream_options: { include_usage: true } } : {}),
          },
          { signal },
        )
        .asResponse();
    const { body } = await this.forms.send({ isStructured: !isProbe }, send);
    yield* readCompletion(body);
  }
}

function deadlineFailure(deadline: AbortSignal, isSilent: boolean): ModelFailure {
  return new ModelFailure('no answer before the deadline', {
    isServerHealthy: isCancelled(deadline) || !isSilent,
  });
}

function emptyReplyFailure(finishReason: string | undefined): ModelFailure {
  // A reasoning model can use up the limit before its first word.
  const hint =
    finishReason === 'length' ? ', the bound on tokens was used up (CHATBOT_MAX_REPLY_TOKENS)' : '';
  return new ModelFailure(`the completion is empty${hint}`, { isServerHealthy: true });
}

/** Returns what PostgreSQL can store of a model's name, at most 100 characters. */
function normaliseModelName(name: string | undefined): string | undefined {
  return name?.replaceAll('\0', '').toWellFormed().trim().slice(0, 100).toWellFormed() || undefined;
}
