import { APIConnectionError, APIError } from 'openai';
import { AssistantUnavailableError } from '../assistant-model';

interface FailureTraits {
  /** Whether it may pass by waiting a moment, so that asking again makes sense. */
  readonly isPassing?: boolean;
  /** Whether it says something of the server, and not of this one message. */
  readonly isServers?: boolean;
  /** Whether nobody seems to be there, so that the next message would wait in vain too. */
  readonly isAbsence?: boolean;
  /** Milliseconds after which the server asked to be called again. */
  readonly pauseMs?: number | undefined;
}

/** One server gave no usable reply. The message holds nothing of the conversation, the answer or the key. */
export class ModelFailure extends AssistantUnavailableError {
  readonly isPassing: boolean;
  readonly isServers: boolean;
  readonly isAbsence: boolean;
  readonly pauseMs: number | undefined;

  constructor(
    message: string,
    { isPassing = false, isServers = true, isAbsence = false, pauseMs }: FailureTraits = {},
  ) {
    super(message);
    this.isAbsence = isAbsence;
    this.isPassing = isPassing;
    this.isServers = isServers;
    this.pauseMs = pauseMs;
  }
}

/** The server answers, and will not answer this: asking another would go around its refusal. */
export class ModelRefusal extends Error {
  override name = 'ModelRefusal';
}

/** Statuses of a request that may succeed if it is made again in a moment. */
const PASSING = new Set([408, 409, 425, 429]);
/** Statuses whose `Retry-After` speaks of the server's load. Elsewhere it would let one odd message stop everybody's. */
const LOADED = new Set([429, 503]);
/** Statuses that every message would get: a key, an account or an address is wrong. */
const EVERYBODYS = new Set([401, 402, 404, 405, 407]);
/** System and undici codes of a connection that was there and broke. Others say that there is nobody to talk to. */
const BROKEN_CONNECTION = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);
/** What servers that filter say in a 400 (Azure, and gateways in front of it). */
const FILTERED = new Set(['content_filter', 'content_policy_violation']);

/** What went wrong, from what the `openai` package or `fetch` threw. */
export function failureOf(error: unknown): ModelFailure | ModelRefusal {
  if (error instanceof ModelFailure || error instanceof ModelRefusal) return error;
  if (error instanceof APIConnectionError) return connectionFailure(error.cause);
  if (error instanceof APIError) return answeredFailure(error);
  // What `fetch` itself throws while the answer is read.
  if (codeOf(error) !== undefined || isTerminated(error)) return connectionFailure(error);
  const name = error instanceof Error ? error.name : undefined;
  return new ModelFailure(`the model server could not be asked${detail(name)}`, { isServers: false });
}

/** The part of the package's error that is used; its own type says `any`. */
interface AnsweredError {
  readonly status: unknown;
  readonly headers: unknown;
  readonly code: unknown;
  readonly type: unknown;
  readonly param: unknown;
}

function connectionFailure(error: unknown): ModelFailure {
  const code = codeOf(error);
  const isBroken = typeof code === 'string' ? BROKEN_CONNECTION.has(code) : isTerminated(error);
  return new ModelFailure(`no connection to the model server${detail(code)}`, {
    isPassing: isBroken,
    isAbsence: !isBroken,
  });
}

function answeredFailure(error: AnsweredError): ModelFailure | ModelRefusal {
  const { status } = error;
  if (status === 400 && FILTERED.has(String(error.code))) return new ModelRefusal();
  // OpenAI answers 429 to an account without credit too, and that does not pass by waiting.
  const hasNoCredit = error.code === 'insufficient_quota';
  const code = typeof status === 'number' ? status : 0;
  const isPassing = !hasNoCredit && (PASSING.has(code) || code >= 500);
  return new ModelFailure(
    `the model server answered ${String(status)}${detail(error.type, error.code, error.param)}`,
    {
      isPassing,
      isServers: isPassing || hasNoCredit || EVERYBODYS.has(code) || code < 400,
      pauseMs: !hasNoCredit && LOADED.has(code) ? askedPause(error.headers) : undefined,
    },
  );
}

/** Milliseconds that the server asked for: `Retry-After` of RFC 9110 section 10.2.3, or OpenAI's finer header. */
function askedPause(headers: unknown): number | undefined {
  if (!(headers instanceof Headers)) return undefined;
  const milliseconds = headers.get('retry-after-ms');
  const text = headers.get('retry-after');
  const pauses = [
    milliseconds === null ? NaN : Number.parseFloat(milliseconds),
    text === null ? NaN : Number(text) * 1000,
    text === null ? NaN : Date.parse(text) - Date.now(),
  ];
  return pauses.find((pause) => Number.isFinite(pause) && pause >= 0);
}

/** Only what looks like an identifier: these fields are the server's to fill, and it may put any text there. */
function detail(...identifiers: unknown[]): string {
  const shown = identifiers.filter((value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value));
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`;
}

/** Node's `fetch` fails with a TypeError whose cause has the system's code, such as ECONNREFUSED. */
function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  // An aborted request has a number there.
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : undefined;
}

/** undici's error for an answer that broke off, which has no code in every version. */
function isTerminated(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if ('message' in error && error.message === 'terminated') return true;
  return 'cause' in error && isTerminated(error.cause);
}
