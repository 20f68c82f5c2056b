import { APIConnectionError, APIError } from 'openai';
import { ModelUnavailableError } from '../chat-model';

interface FailureTraits {
  /** Whether a retry may succeed. */
  readonly isTransient?: boolean;
  /** Whether the server works, and only this reply failed. */
  readonly isServerHealthy?: boolean;
  /** Whether the server is unreachable or silent, so that the next message would fail too. */
  readonly isUnreachable?: boolean;
  /** Whether the server refuses to answer the message. Other models are not tried: that would bypass the refusal. */
  readonly isRefusal?: boolean;
  /** The pause that the server requested, in milliseconds. */
  readonly pauseMs?: number | undefined;
}

/** A server gave no usable reply. The message contains nothing of the conversation, the response or the key. */
export class ModelFailure extends ModelUnavailableError {
  constructor(
    message: string,
    readonly traits: FailureTraits = {},
  ) {
    super(message);
  }
}

/** Statuses of which a retry may succeed, besides 5xx. */
const TRANSIENT_STATUSES = new Set([408, 409, 425, 429]);
/** Statuses whose `Retry-After` is about load. With others, one odd message would stop every conversation. */
const OVERLOAD_STATUSES = new Set([429, 503]);
/** Statuses that every message would get: a key, an account or an address is wrong. */
const CONFIGURATION_STATUSES = new Set([401, 402, 404, 405, 407]);
/** System and undici codes of an open connection that broke. With other codes the server is unreachable. */
const BROKEN_CONNECTION_CODES = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);
/** Error codes with status 400 of servers that filter content: Azure, and gateways to it. */
const FILTER_CODES = new Set(['content_filter', 'content_policy_violation']);

/**
 * Classifies an error of the `openai` package or of `fetch`. The package's own classes do not tell an unreachable server
 * from a broken connection, and their messages quote the response.
 */
export function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIError && !(error instanceof APIConnectionError)) return statusFailure(error);
  const name = error instanceof Error ? error.name : undefined;
  if (name === 'AbortError')
    return new ModelFailure('no answer before the deadline', { isServerHealthy: true });
  const causes = causesOf(error);
  const code = causes.map((cause) => ('code' in cause ? cause.code : undefined)).find(isText);
  // undici's error for a response that broke off has no code in some versions.
  const isTerminated = causes.some((cause) => 'message' in cause && cause.message === 'terminated');
  if (code !== undefined || isTerminated || error instanceof APIConnectionError) {
    const isBroken = code === undefined ? isTerminated : BROKEN_CONNECTION_CODES.has(code);
    const traits = { isTransient: isBroken, isUnreachable: !isBroken };
    return new ModelFailure(`no connection to the model server${detail(code)}`, traits);
  }
  return new ModelFailure(`the model server could not be asked${detail(name)}`, { isServerHealthy: true });
}

function statusFailure({
  status = 0,
  headers,
  code,
  type,
  param,
}: Pick<APIError, 'status' | 'headers' | 'code' | 'type' | 'param'>): ModelFailure {
  if (status === 400 && FILTER_CODES.has(String(code)))
    return new ModelFailure('the model server refused to answer', { isRefusal: true, isServerHealthy: true });
  // OpenAI also sends 429 to an account without credit, where a retry is useless.
  const hasNoCredit = code === 'insufficient_quota';
  const isTransient = !hasNoCredit && (TRANSIENT_STATUSES.has(status) || status >= 500);
  return new ModelFailure(`the model server answered ${status}${detail(type, code, param)}`, {
    isTransient,
    isServerHealthy: !isTransient && !hasNoCredit && !CONFIGURATION_STATUSES.has(status) && status >= 400,
    pauseMs: !hasNoCredit && OVERLOAD_STATUSES.has(status) ? requestedPauseMs(headers) : undefined,
  });
}

/** Reads `Retry-After` (RFC 9110, section 10.2.3) or OpenAI's `retry-after-ms`. */
function requestedPauseMs(headers: Headers | undefined): number | undefined {
  const retryAfter = headers?.get('retry-after') ?? undefined;
  return [
    Number.parseFloat(headers?.get('retry-after-ms') ?? ''),
    Number(retryAfter) * 1000,
    Date.parse(retryAfter ?? '') - Date.now(),
  ].find((pause) => Number.isFinite(pause) && pause >= 0);
}

/** Formats values that look like identifiers. A server may put any other text, even the conversation, into these fields. */
function detail(...values: unknown[]): string {
  const identifiers = values.filter((value) => isText(value) && /^[\w.-]{1,64}$/.test(value));
  return identifiers.length === 0 ? '' : ` (${identifiers.join(', ')})`;
}

/** Returns an error and its chain of causes. `fetch` puts the code of the system, such as ECONNREFUSED, into a cause. */
function causesOf(error: unknown): object[] {
  if (typeof error !== 'object' || error === null) return [];
  return [error, ...('cause' in error ? causesOf(error.cause) : [])];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
