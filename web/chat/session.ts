import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { type Unsubscribable, observable } from '@trpc/server/observable';
import type { AppRouter } from '../../src/app-router';
import type { Api } from './api';
import { codeOf } from './problems';

/** What the page does when it turns out who is signed in. */
export interface SessionListener {
  /** Nothing that is asked reaches the platform any more. */
  readonly onOver: () => void;
  /** The same account is signed in again. */
  readonly onBack: () => void;
  /** The page in view is not of whoever is signed in now, or was signed out in another tab. */
  readonly onAnother: () => void;
}

/** For so long after it was last heard of, a session is taken to be there, in milliseconds. */
const TRUSTED_MS = 5 * 60_000;

const CHANNEL = 'chat:session';
type News = 'over' | 'signed out';

/**
 * Whether the one whose page this is, is still signed in. The browser forgets a session that has ended, so what is called
 * after that would be a stranger's: this remembers, and asks before it could be.
 */
export class Session {
  private over = false;
  private heardAt = Date.now();
  private asking: Promise<void> | undefined;
  private listener: SessionListener | undefined;
  private readonly channel = new BroadcastChannel(CHANNEL);

  /**
   * @param account null for a stranger, who has no session that could end
   * @param api asks in the browser's name, whoever that is
   */
  constructor(
    readonly account: string | null,
    private readonly api: Api,
  ) {}

  get isOver(): boolean {
    return this.over;
  }

  /** Tells what happens to the session, here, in other tabs, and while nobody looked at this one. */
  watch(listener: SessionListener): void {
    if (this.account === null) return;
    this.listener = listener;
    this.channel.addEventListener('message', ({ data }: MessageEvent<News>) => {
      if (data === 'signed out') listener.onAnother();
      else void this.check();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.check();
    });
  }

  /** Asks who is signed in. Where no answer comes, what was known still counts. */
  check(): Promise<void> {
    if (this.account === null) return Promise.resolve();
    this.asking ??= this.ask().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  /** Asks only where the session was not heard of for long. */
  async checkIfOld(): Promise<void> {
    if (Date.now() - this.heardAt > TRUSTED_MS) await this.check();
  }

  /** The platform has just answered what it answers nobody who is not signed in. */
  heard(): void {
    this.heardAt = Date.now();
  }

  end(): void {
    if (this.over || this.account === null) return;
    this.over = true;
    this.tell('over');
    this.listener?.onOver();
  }

  /** Tells the other tabs that whoever was signed in has signed out. */
  signedOut(): void {
    this.tell('signed out');
  }

  private async ask(): Promise<void> {
    try {
      const { id } = await this.api.auth.me.query();
      if (id !== this.account) {
        this.listener?.onAnother();
        return;
      }
      this.heard();
      if (!this.over) return;
      this.over = false;
      this.listener?.onBack();
    } catch (error) {
      if (codeOf(error) === 'UNAUTHORIZED') this.end();
    }
  }

  private tell(news: News): void {
    this.channel.postMessage(news);
  }
}

/** A message that is sent without a session is answered all the same, as a stranger's. */
const SENDING = 'chatbot.startReply';
/** Is answered to nobody who is not signed in. */
const ACCOUNTS_OWN = 'chatbot.conversations';

/** Notices by any call that the session has ended, and lets no further one through. */
export function sessionLink(session: Session): TRPCLink<AppRouter> {
  return () =>
    ({ op, next }) =>
      observable((observer) => {
        let passed: Unsubscribable | undefined;
        let isLeft = false;
        let isRepeated = false;
        const refuse = (error: TRPCClientError<AppRouter>): void => {
          observer.error(session.isOver ? sessionOver() : error);
        };
        const pass = (): void => {
          if (isLeft) return;
          if (session.isOver) {
            observer.error(sessionOver());
            return;
          }
          passed = next(op).subscribe({
            next: (value) => {
              if (op.path === ACCOUNTS_OWN) session.heard();
              observer.next(value);
            },
            error: (error) => {
              const code = codeOf(error);
              if (code === 'UNAUTHORIZED' && session.account === null && !isRepeated) {
                // Of a session that somebody began in another tab: the browser has forgotten it by now.
                isRepeated = true;
                pass();
              } else if (code === 'NOT_FOUND' && session.account !== null) {
                // Also the answer to a stranger who asks for what is an account's.
                void session.check().then(() => {
                  refuse(error);
                });
              } else {
                if (code === 'UNAUTHORIZED') session.end();
                refuse(error);
              }
            },
            complete: () => {
              observer.complete();
            },
          });
        };
        if (op.path === SENDING) void session.checkIfOld().then(pass);
        else pass();
        return () => {
          isLeft = true;
          passed?.unsubscribe();
        };
      });
}

/** As the platform says it. */
function sessionOver(): TRPCClientError<AppRouter> {
  const data = { code: 'UNAUTHORIZED', httpStatus: 401 };
  const answer = { error: { code: -32001, message: 'the session has ended', data } };
  return TRPCClientError.from<AppRouter>(answer);
}
