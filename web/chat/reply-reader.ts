import type { Answer, Api, ReplyEvent } from './api';
import { type Problem, codeOf, problemOf } from './problems';

/** What somebody who reads a reply along is told. */
export interface Listener {
  /** @param text the whole reply as far as it is written */
  readonly onText: (text: string) => void;
  readonly onConnection: (state: 'lost' | 'fine') => void;
  readonly onCompleted: (answer: Answer) => void;
  /** The reply was not written, and nothing follows; or it cannot be read, until reading is started again. */
  readonly onFailed: (problem: Problem | 'unwritten') => void;
}

/** Pauses before asking again for a stream that the browser has given up, in milliseconds; then the last one. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Refusals in a row after which a server is not asked any more. A network that is away is waited for. */
const MOST_REFUSALS = 6;

/** Where nothing was heard for so long, the connection may be gone without anybody having said so. */
const SILENCE_MS = 10_000;

/**
 * Reads a reply as it is written, from where it was left. The tRPC client connects again by itself after a cut; what it
 * gives up (an answer that is no stream, from a proxy for one) is asked for again here.
 */
export class ReplyReader {
  private text = '';
  private lastEventId: string | undefined;
  private stream: { unsubscribe: () => void } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private refusals = 0;
  private isLost = false;
  private isOver = false;

  private readonly onOnline = () => {
    if (this.isLost) this.connect();
  };

  constructor(
    private readonly api: Api,
    private readonly messageId: string,
    private readonly listener: Listener,
  ) {}

  /** Reads on after what was read before. */
  start(): void {
    if (this.isOver) return;
    this.attempts = 0;
    this.refusals = 0;
    addEventListener('online', this.onOnline);
    this.connect();
  }

  /** Reads no further; the reply is written all the same. */
  stop(): void {
    removeEventListener('online', this.onOnline);
    this.disconnect();
  }

  private connect(): void {
    this.disconnect();
    this.watch();
    // What a stream says that was left for another one does not count any more.
    let isCurrent = true;
    const current =
      <Arguments extends unknown[]>(handle: (...given: Arguments) => void) =>
      (...given: Arguments) => {
        if (isCurrent) handle(...given);
      };
    const subscription = this.api.chatbot.reply.subscribe(
      { messageId: this.messageId, lastEventId: this.lastEventId },
      {
        onData: current(({ id, data }) => {
          this.watch();
          this.lastEventId = id;
          this.take(data);
        }),
        onConnectionStateChange: current(({ state, error }) => {
          if (state === 'pending') this.find();
          if (state !== 'connecting' || !error) return;
          if (codeOf(error) === undefined) this.lose();
          else this.refused(error);
        }),
        onError: current((error) => {
          this.refused(error);
        }),
        onComplete: current(() => {
          this.reconnect();
        }),
      },
    );
    this.stream = {
      unsubscribe: () => {
        isCurrent = false;
        subscription.unsubscribe();
      },
    };
  }

  private take(event: ReplyEvent): void {
    this.attempts = 0;
    this.refusals = 0;
    this.find();
    switch (event.type) {
      case 'delta':
        this.text += event.text;
        this.listener.onText(this.text);
        break;
      case 'completed':
        this.end();
        this.listener.onCompleted(event.result);
        break;
      case 'failed':
        this.end();
        this.listener.onFailed(event.code === 'NOT_FOUND' ? { kind: 'gone' } : 'unwritten');
        break;
    }
  }

  private refused(error: unknown): void {
    const problem = problemOf(error);
    if (problem.kind !== 'offline') this.refusals += 1;
    if (problem.kind === 'gone' || problem.kind === 'session' || this.refusals >= MOST_REFUSALS) {
      this.stop();
      this.listener.onFailed(problem);
    } else {
      this.reconnect();
    }
  }

  private reconnect(): void {
    this.disconnect();
    this.lose();
    const pause = PAUSES_MS[Math.min(this.attempts, PAUSES_MS.length - 1)];
    this.attempts += 1;
    this.timer = setTimeout(() => {
      this.connect();
    }, pause);
  }

  /** Asks again for what was not heard of for a while, from where it was. */
  private watch(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.connect();
    }, SILENCE_MS);
  }

  private disconnect(): void {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.stream?.unsubscribe();
    this.stream = undefined;
  }

  private end(): void {
    this.isOver = true;
    this.stop();
  }

  private lose(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.listener.onConnection('lost');
  }

  private find(): void {
    if (!this.isLost) return;
    this.isLost = false;
    this.listener.onConnection('fine');
  }
}
