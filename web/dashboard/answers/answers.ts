import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../../src/app-router';
import type { Connection } from './connection';
import type { Answer, KeptAnswers } from './kept-answers';
import type { Question } from './questions';

/**
 * Why there is no answer. Without a network, or where the server fails, there may be one later without anybody doing
 * anything.
 */
export type Problem =
  | { readonly kind: 'offline' }
  | { readonly kind: 'failing' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string };

export interface Listener<Data> {
  onAnswer: (answer: Answer<Data>) => void;
  /** @param kept whether there is an earlier answer, which was told */
  onProblem: (problem: Problem, kept: Answer<Data> | undefined) => void;
}

/** An answer younger than this is not asked for again. */
const FRESH_MS = 60_000;

/** Longest time for one attempt: a connection that went silent would never end it. */
const ATTEMPT_MS = 30_000;

/** The first pause before another attempt; each further one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** Asks, keeps what is answered, and shows what was kept while there is nothing newer. */
export class Answers {
  constructor(
    private readonly kept: KeptAnswers,
    private readonly connection: Connection,
  ) {}

  /** Takes an answer that came by another way. */
  add<Data>({ key }: Question<Data>, answer: Answer<Data>): void {
    this.kept.keep(key, answer);
  }

  forgetAll(): void {
    this.kept.clear();
  }

  /**
   * Tells the last answer at once, if there is one, and a new one when it has come. As long as the network or the server
   * fails it tries again, until the signal says that nobody waits any more.
   */
  async follow<Data>(question: Question<Data>, listener: Listener<Data>, signal: AbortSignal): Promise<void> {
    const kept = this.kept.get<Data>(question.key);
    if (kept) listener.onAnswer(kept);
    // What is fresh is asked for all the same while nobody knows whether there is a network.
    if (kept && Date.now() - kept.at < FRESH_MS && this.connection.state.kind === 'fine') return;
    const isAwaited = (): boolean => !signal.aborted;
    for (let failures = 0; isAwaited(); failures += 1) {
      const outcome = await attempt(question, signal);
      if (!isAwaited()) break;
      if ('at' in outcome) {
        this.kept.keep(question.key, outcome);
        this.connection.answered(question.key);
        listener.onAnswer(outcome);
        return;
      }
      if (outcome.kind === 'offline') this.connection.failed(question.key, kept?.at);
      else this.connection.answered(question.key);
      if (outcome.kind === 'expired') this.endSession();
      listener.onProblem(outcome, kept);
      if (outcome.kind === 'expired' || outcome.kind === 'refused') return;
      await pause(failures, signal);
    }
    this.connection.abandoned(question.key);
  }

  private endSession(): void {
    this.kept.clear();
    this.connection.sessionEnded();
  }
}

async function attempt<Data>(question: Question<Data>, signal: AbortSignal): Promise<Answer<Data> | Problem> {
  const deadline = new AbortController();
  const abort = (): void => {
    deadline.abort();
  };
  const timer = setTimeout(abort, ATTEMPT_MS);
  signal.addEventListener('abort', abort);
  try {
    const { data } = await question.ask(deadline.signal);
    return { data, at: Date.now() };
  } catch (error) {
    return problemOf(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

function problemOf(error: unknown): Problem {
  const details = error instanceof TRPCClientError ? (error as TRPCClientError<AppRouter>) : undefined;
  const status = details?.data?.httpStatus;
  if (status === 401) return { kind: 'expired' };
  // Without a status it was no answer of the platform: no network, or something between that answered in its place.
  if (status === undefined) return { kind: 'offline' };
  const mayPass = [408, 429, 500, 502, 503, 504].includes(status);
  return mayPass ? { kind: 'failing' } : { kind: 'refused', status, message: details?.message ?? '' };
}

/** Waits longer after each failure, not all pages at the same moment, and no longer than until the network is back. */
function pause(failures: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, longest * (0.5 + Math.random() / 2));
    window.addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
