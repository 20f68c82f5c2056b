import { isDeepStrictEqual } from 'node:util';
import { APIError } from 'openai';
import { toModelFailure } from './model-failure';

/** Statuses of a request with a field that the server does not know. */
const INVALID_REQUEST_STATUSES: readonly unknown[] = [400, 422];

/** How servers name what they do not know. */
const NAMES_OF_FORMAT = /response_format|json_schema/i;

const TOKEN_LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

type TokenLimit = (typeof TOKEN_LIMITS)[number];

/** How a request is sent. */
export interface RequestForm {
  readonly tokenLimit: TokenLimit;
  /** Whether it has `response_format`. */
  readonly isStructured: boolean;
}

/** What a server says of a request that it refuses. */
type Refusal = Readonly<Record<'param' | 'message' | 'error', unknown>>;

/** Finds the form of requests that a server takes. */
export class RequestForms {
  private tokenLimit: TokenLimit;
  /** Whether the server takes `response_format`; undefined until it has answered a request. */
  private takesFormat: boolean | undefined;

  /**
   * OpenAI's reasoning models refuse `max_tokens`, and it is deprecated there. Ollama (0.32) and llama.cpp before February 2026
   * ignore `max_completion_tokens`, so that nothing would be limited, and Mistral refuses it. OpenAI refuses both together.
   */
  constructor(isOpenAI: boolean) {
    this.tokenLimit = isOpenAI ? 'max_completion_tokens' : 'max_tokens';
  }

  /** Sends a request, again in another form if the server refuses this one, and remembers what it took. */
  async send(
    { isStructured }: Pick<RequestForm, 'isStructured'>,
    send: (form: RequestForm) => Promise<Response>,
  ): Promise<Response> {
    const tried: RequestForm[] = [];
    let isFormatNamed = false;
    let form = { tokenLimit: this.tokenLimit, isStructured: isStructured && this.takesFormat !== false };
    for (;;) {
      tried.push(form);
      try {
        const response = await send(form);
        this.tokenLimit = form.tokenLimit;
        if (isStructured && (form.isStructured || !this.takesFormat || isFormatNamed))
          this.takesFormat = form.isStructured;
        return response;
      } catch (error) {
        isFormatNamed ||= error instanceof APIError && NAMES_OF_FORMAT.test(describe(error));
        const other = this.findOtherForm(form, error);
        if (!other || tried.some((one) => isDeepStrictEqual(one, other))) throw error;
        form = other;
      }
    }
  }

  /** Returns how a refused request is sent again; undefined if its form cannot be the reason. */
  private findOtherForm(form: RequestForm, error: unknown): RequestForm | undefined {
    if (!(error instanceof APIError) || !INVALID_REQUEST_STATUSES.includes(error.status)) return undefined;
    // A gateway to OpenAI's reasoning models, or a strict server.
    if (error.param === form.tokenLimit)
      return {
        ...form,
        tokenLimit: TOKEN_LIMITS.find((other) => other !== form.tokenLimit) ?? form.tokenLimit,
      };
    return form.isStructured && this.mayRefuseFormat(error) ? { ...form, isStructured: false } : undefined;
  }

  /** Without a reason the format may be it, until the server has taken it once. */
  private mayRefuseFormat(error: Refusal): boolean {
    if (NAMES_OF_FORMAT.test(describe(error))) return true;
    return !this.takesFormat && !error.param && !toModelFailure(error).traits.isRefusal;
  }
}

function describe({ param, message, error }: Refusal): string {
  return [param, message, JSON.stringify(error)].join(' ');
}
