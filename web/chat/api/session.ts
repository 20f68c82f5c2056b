import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { type Unsubscribable, observable } from '@trpc/server/observable';
import { isOtherAccount } from '../../shared/page-account';
import { SESSION_CHANNEL, SIGNED_OUT } from '../../../src/shared/account-storage';
import type { AppRouter } from '../../../src/app-router';
import type { Api } from './api';
import { errorCode } from './problems';

export interface SessionListener {
  /** Calls are rejected from now on; if the session has ended, until it is back. */
  readonly onEnded: () => void;
  /** The same account has signed in again. */
  readonly onResumed: () => void;
  /** Another account is signed in. Of an anonymous page only if the platform has refused a call. */
  readonly onOtherAccount: () => void;
  /** The account has signed out in another tab. */
  readonly onSignedOut: () => void;
}

/** A check without a response for this time has failed. */
const CHECK_TIMEOUT_MS = 10_000;

type SessionEvent = 'over' | typeof SIGNED_OUT;

/**
 * Tracks whether the page's account is still signed in. The platform refuses the calls of a page whose account is not, and the
 * page shows that: `sessionLink` rejects later calls.
 */
export class Session {
  private isEnded = false;
  private pendingCheck: Promise<boolean> | undefined;
  private listener: SessionListener | undefined;
  private readonly channel = new BroadcastChannel(SESSION_CHANNEL);

  /**
   * @param account null if anonymous: there is no session that can end
   * @param api without the page's account, `sessionLink` and `storedPageLink`
   */
  constructor(
    readonly account: string | null,
    private readonly api: Api,
  ) {}

  get hasEnded(): boolean {
    return this.isEnded;
  }

  /** Reports changes of the session in this tab and in other tabs. */
  watch(listener: SessionListener): void {
    this.listener = listener;
    if (this.account === null) return;
    this.channel.addEventListener('message', ({ data }: MessageEvent<SessionEvent>) => {
      if (data === SIGNED_OUT) listener.onSignedOut();
      else void this.check();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.check();
    });
  }

  /**
   * Requests the signed-in account. If the request fails, the state stays as it is.
   * @returns whether the page's account is signed in; true if the page is anonymous
   */
  check(): Promise<boolean> {
    if (this.account === null) return Promise.resolve(true);
    this.pendingCheck ??= this.requestAccount().finally(() => {
      this.pendingCheck = undefined;
    });
    return this.pendingCheck;
  }

  /** Reports that another account is signed in. */
  reportOtherAccount(): void {
    this.listener?.onOtherAccount();
  }

  /** Does nothing if the page is anonymous. */
  end(): void {
    if (this.account !== null) this.rejectCalls();
  }

  /** Rejects all later calls, also of an anonymous page: another account is signed in, but the page must stay readable. */
  rejectCalls(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    if (this.account !== null) this.broadcast('over');
    this.listener?.onEnded();
  }

  /** Reports to the other tabs that the account has signed out. */
  broadcastSignOut(): void {
    this.broadcast(SIGNED_OUT);
  }

  private async requestAccount(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
      const { id } = await this.api.auth.me.query(undefined, { signal });
      if (id !== this.account) {
        this.reportOtherAccount();
        return false;
      }
      if (!this.isEnded) return true;
      this.isEnded = false;
      this.listener?.onResumed();
      return true;
    } catch (error) {
      if (errorCode(error) === 'UNAUTHORIZED') this.end();
      return false;
    }
  }

  private broadcast(event: SessionEvent): void {
    this.channel.postMessage(event);
  }
}

/** Detects the end of the session, or that of another account, by the errors of calls, and rejects all later calls. */
export function sessionLink(session: Session): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let subscription: Unsubscribable | undefined;
        let isUnsubscribed = false;
        let isRetried = false;
        const reject = (error: TRPCClientError<AppRouter>): void => {
          observer.error(session.hasEnded ? sessionEndedError() : error);
        };
        const send = (): void => {
          if (isUnsubscribed) return;
          if (session.hasEnded) {
            observer.error(sessionEndedError());
            return;
          }
          subscription = next(op).subscribe({
            next: (value) => {
              observer.next(value);
            },
            error: (error) => {
              const code = errorCode(error);
              if (isOtherAccount(error)) {
                session.reportOtherAccount();
                reject(error);
              } else if (code === 'UNAUTHORIZED' && session.account === null && !isRetried) {
                // The cookie was of a session that began in another tab. The browser has deleted it with this response.
                isRetried = true;
                send();
              } else if (code === 'NOT_FOUND' && session.account !== null) {
                // The stream of a reply, which has no headers, gets this code too if the account is not signed in.
                void session.check().then(() => {
                  reject(error);
                });
              } else {
                if (code === 'UNAUTHORIZED') session.end();
                reject(error);
              }
            },
            complete: () => {
              observer.complete();
            },
          });
        };
        send();
        return () => {
          isUnsubscribed = true;
          subscription?.unsubscribe();
        };
      });
}

/** Returns the same error as the platform for an ended session. */
export function sessionEndedError(): TRPCClientError<AppRouter> {
  const data = { code: 'UNAUTHORIZED', httpStatus: 401 };
  return TRPCClientError.from<AppRouter>({ error: { code: -32001, message: 'the session has ended', data } });
}
