import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../../src/app-router';
import type { ConnectionMonitor } from './connection-monitor';
import type { Query } from './queries';
import type { QueryResult, ResultCache } from './result-cache';

/** Why a query has no new result. Queries that are `offline` or `failing` are retried. */
export type Problem =
  | { readonly kind: 'offline' }
  | { readonly kind: 'failing' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

export interface QueryListener<Data> {
  onResult: (result: QueryResult<Data>) => void;
  /** @param cached the earlier result that `onResult` has received, if any */
  onProblem: (problem: Problem, cached: QueryResult<Data> | undefined) => void;
}

/** A cached result younger than this is not requested again. */
const FRESH_MS = 60_000;

/** Time limit of one attempt; without it, an attempt on a silent connection would never end. */
const ATTEMPT_TIMEOUT_MS = 30_000;

/** The pause before the first retry. It doubles with each failure, up to the maximum. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 60_000;

/** Runs queries, caches their results, and retries while the network or the server fails. */
export class QueryClient {
  constructor(
    private readonly cache: ResultCache,
    private readonly connection: ConnectionMonitor,
  ) {}

  /** Caches a result that was not requested here. */
  addResult<Data>(query: Query<Data>, result: QueryResult<Data>): void {
    this.cache.set(query, result);
  }

  /** Changes the data of a cached result. It stays as old as it was, so that it is not taken for a newer one. */
  changeResult<Data>(query: Query<Data>, data: Data): void {
    const cached = this.cache.get<Data>(query);
    if (cached) this.cache.set(query, { data, at: cached.at });
  }

  /**
   * Passes the cached result to the listener at once, then a new one when it arrives.
   * @param signal stops the retries
   */
  async subscribe<Data>(
    query: Query<Data>,
    listener: QueryListener<Data>,
    signal: AbortSignal,
  ): Promise<void> {
    const cached = this.cache.get<Data>(query);
    if (cached) listener.onResult(cached);
    // While the page may be offline, fresh results are requested too: a success shows that the network is back.
    if (cached && Date.now() - cached.at < FRESH_MS && this.connection.state.kind === 'fine') return;
    const isActive = (): boolean => !signal.aborted;
    for (let failures = 0; isActive(); failures += 1) {
      const outcome = await attempt(query, signal);
      if (!isActive()) break;
      if ('at' in outcome) {
        this.cache.set(query, outcome);
        this.connection.reportSuccess(query.key);
        listener.onResult(outcome);
        return;
      }
      if (outcome.kind === 'offline') this.connection.reportFailure(query.key, cached?.at);
      else this.connection.reportSuccess(query.key);
      if (outcome.kind === 'expired') this.endSession();
      listener.onProblem(outcome, cached);
      if (outcome.kind === 'expired' || outcome.kind === 'refused') return;
      await pauseBeforeRetry(failures, signal);
    }
    this.connection.reportAbandoned(query.key);
  }

  private endSession(): void {
    this.cache.clear();
    this.connection.reportSessionEnded();
  }
}

async function attempt<Data>(query: Query<Data>, signal: AbortSignal): Promise<QueryResult<Data> | Problem> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  const timer = setTimeout(abort, ATTEMPT_TIMEOUT_MS);
  signal.addEventListener('abort', abort);
  try {
    const { data } = await query.run(controller.signal);
    return { data, at: Date.now() };
  } catch (error) {
    return toProblem(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** Returns why a call has failed. */
export function toProblem(error: unknown): Problem {
  const details = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>) : undefined;
  const status = details?.data?.httpStatus;
  if (status === 401) return { kind: 'expired' };
  // Without a status the platform has not responded: there is no network, or a proxy responded in its place.
  if (status === undefined) return { kind: 'offline' };
  const isTemporary = [408, 429, 500, 502, 503, 504].includes(status);
  return isTemporary ? { kind: 'failing' } : { kind: 'refused', status, message: details?.message ?? '' };
}

/** Waits until the pause is over, the network is back or the signal aborts. The pause is random, to spread the load. */
function pauseBeforeRetry(failures: number, signal: AbortSignal): Promise<void> {
  const maxMs = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, maxMs * (0.5 + Math.random() / 2));
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
