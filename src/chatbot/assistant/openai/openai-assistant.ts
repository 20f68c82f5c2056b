import { Inject, Injectable } from '@nestjs/common';
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, BadRequestError } from 'openai';
import { ENVIRONMENT } from '../../../config/config.module';
import type { Environment } from '../../../config/environment';
import {
  AssistantModel,
  AssistantUnavailableError,
  type ChatTurn,
  type ReplyPieces,
  type ReplyRequest,
} from '../assistant-model';
import { alternating } from './alternation';
import { boundedFetch } from './bounded-fetch';
import { readCompletion } from './completion';
import { withRetries } from './retries';
import { SYSTEM_PROMPT } from './system-prompt';

const OPENAI_URL = 'https://api.openai.com/v1';
/** Servers of one's own take any key, but the protocol has the header. */
const NO_KEY = 'no-key';
/** More characters than the tokens of any language write; only a server that ignores the bound gets there. */
const CHARACTERS_PER_TOKEN = 10;
/** A character that JSON escapes: `\u00e9`. */
const BYTES_PER_CHARACTER = 6;
/** For what surrounds the text, and for a text that is a little too long, which is better cut than refused. */
const MARGIN_BYTES = 1_048_576;

type TokenBound = 'max_tokens' | 'max_completion_tokens';

export type OpenAISettings = Pick<
  Environment,
  | 'OPENAI_API_KEY'
  | 'OPENAI_BASE_URL'
  | 'OPENAI_MODEL'
  | 'OPENAI_TIMEOUT_MS'
  | 'OPENAI_MAX_RETRIES'
  | 'CHATBOT_MAX_REPLY_TOKENS'
  | 'CHATBOT_DEADLINE_MS'
>;

/** Asks a model over OpenAI's chat completions, at OpenAI or at any server that speaks them. */
@Injectable()
export class OpenAIAssistant extends AssistantModel {
  private readonly client: OpenAI;
  private readonly isOpenAI: boolean;
  /** In characters. */
  private readonly longestReply: number;
  private tokenBound: TokenBound;

  constructor(@Inject(ENVIRONMENT) private readonly settings: OpenAISettings) {
    super();
    const baseURL = settings.OPENAI_BASE_URL ?? OPENAI_URL;
    const apiKey = settings.OPENAI_API_KEY ?? NO_KEY;
    this.isOpenAI = /(^|\.)api\.openai\.com$/.test(new URL(baseURL).hostname);
    // OpenAI's reasoning models refuse `max_tokens`, and it is deprecated there. Ollama (0.32) and llama.cpp
    // before February 2026 ignore `max_completion_tokens` without a word, so that nothing would be bound, and
    // Mistral refuses it. vLLM takes both. Both at once is an error at OpenAI.
    this.tokenBound = this.isOpenAI ? 'max_completion_tokens' : 'max_tokens';
    this.longestReply = settings.CHATBOT_MAX_REPLY_TOKENS * CHARACTERS_PER_TOKEN;
    this.client = new OpenAI({
      baseURL,
      apiKey,
      timeout: settings.OPENAI_TIMEOUT_MS,
      maxRetries: 0,
      fetch: boundedFetch(apiKey, this.longestReply * BYTES_PER_CHARACTER + MARGIN_BYTES),
      // Said although unused: the package takes each of these from the process's variables where it is left out.
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      // At `debug` the package prints conversations to the console.
      logLevel: 'off',
    });
  }

  async *write({ turns }: ReplyRequest, signal: AbortSignal): ReplyPieces {
    try {
      const body = await withRetries(() => this.complete(turns, signal), {
        retries: this.settings.OPENAI_MAX_RETRIES,
        longestWaitMs: this.settings.CHATBOT_DEADLINE_MS,
        signal,
      });
      const { text, model } = readCompletion(body, this.longestReply);
      yield text;
      return { source: 'model', model: model ?? this.settings.OPENAI_MODEL, promptVersion: '1' };
    } catch (error) {
      if (error instanceof AssistantUnavailableError) throw error;
      // Without `cause`: the package's errors hold the server's answer, which may quote the conversation.
      throw new AssistantUnavailableError(
        signal.aborted ? 'no answer before the deadline' : this.reasonOf(error),
      );
    }
  }

  private async complete(turns: readonly ChatTurn[], signal: AbortSignal): Promise<string> {
    const bound = this.tokenBound;
    try {
      return await this.ask(turns, { bound, signal });
    } catch (error) {
      // A gateway in front of OpenAI's reasoning models, or a strict server under another name.
      if (!(error instanceof BadRequestError) || error.param !== bound) throw error;
      this.tokenBound = bound === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
      return await this.ask(turns, { bound: this.tokenBound, signal });
    }
  }

  private async ask(
    turns: readonly ChatTurn[],
    { bound, signal }: { bound: TokenBound; signal: AbortSignal },
  ): Promise<string> {
    const response = await this.client.chat.completions
      .create(
        {
          model: this.settings.OPENAI_MODEL,
          // Each turn stays under its own role: no text of a person joins the instructions.
          messages: [{ role: 'system', content: SYSTEM_PROMPT }, ...alternating(turns)],
          [bound]: this.settings.CHATBOT_MAX_REPLY_TOKENS,
          // OpenAI keeps completions of newer accounts unless told not to; other servers may not know the field.
          ...(this.isOpenAI ? { store: false } : {}),
        },
        { signal },
      )
      .asResponse();
    return response.text();
  }

  /** Why there is no reply, in words that hold nothing of the conversation, the answer or the key. */
  private reasonOf(error: unknown): string {
    if (error instanceof APIConnectionTimeoutError) {
      return `the model server did not answer within ${this.settings.OPENAI_TIMEOUT_MS} ms`;
    }
    if (error instanceof APIConnectionError)
      return `no connection to the model server${detail(codeOf(error.cause))}`;
    if (error instanceof APIError) {
      const status: unknown = error.status;
      return `the model server answered ${String(status)}${detail(error.type, error.code, error.param)}`;
    }
    return `the model server could not be asked${detail(error instanceof Error ? error.name : undefined)}`;
  }
}

/** Only what looks like an identifier: these fields are the server's to fill, and it may put any text there. */
function detail(...identifiers: unknown[]): string {
  const shown = identifiers.filter((value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value));
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

/** Node's `fetch` fails with a TypeError whose cause has the system's code, such as ECONNREFUSED. */
function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('code' in error) return error.code;
  return 'cause' in error ? codeOf(error.cause) : undefined;
}
