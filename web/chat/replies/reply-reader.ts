import type { Api, CompleteReply, ReplyEvent } from '../api/api';
import { type Problem, toProblem } from '../api/problems';

export interface ReplyListener {
  /** @param text the whole reply so far */
  readonly onText: (text: string) => void;
  readonly onConnection: (state: 'lost' | 'fine') => void;
  readonly onCompleted: (reply: CompleteReply) => void;
  /** @param problem `replyFailed` is final; after any other problem, `start` can try again */
  readonly onFailed: (problem: Problem | 'replyFailed') => void;
}

/** The pauses before reconnecting; the last one repeats. */
const RECONNECT_PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000];

/** Reading fails after this many error responses in a row. Without a network, it continues to reconnect. */
const MAX_REFUSALS = 6;

/** A connection without any event for this long is replaced: it may be broken without an error. */
const SILENCE_TIMEOUT_MS = 10_000;

/**
 * Reads the stream of a reply, and continues after the last event when it reconnects: the link of the API
 * reads a stream once.
 */
export class ReplyReader {
  private text = '';
  private lastEventId: string | undefined;
  private stream: { unsubscribe: () => void } | undefined;
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private attempts = 0;
  private refusals = 0;
  private isLost = false;
  private hasEnded = false;

  private readonly onOnline = () => {
    if (this.isLost) this.connect();
  };

  constructor(
    private readonly api: Api,
    private readonly messageId: string,
    private readonly listener: ReplyListener,
  ) {}

  /** Starts or continues reading. */
  start(): void {
    if (this.hasEnded) return;
    this.attempts = 0;
    this.refusals = 0;
    addEventListener('online', this.onOnline);
    this.connect();
  }

  /** Stops reading. The platform completes the reply nevertheless. */
  stop(): void {
    removeEventListener('online', this.onOnline);
    this.disconnect();
  }

  private connect(): void {
    this.disconnect();
    this.restartSilenceTimer();
    // Events of a replaced stream are ignored.
    let isCurrent = true;
    const ifCurrent =
      <Arguments extends unknown[]>(handle: (...values: Arguments) => void) =>
      (...values: Arguments) => {
        if (isCurrent) handle(...values);
      };
    const subscription = this.api.chatbot.reply.subscribe(
      { messageId: this.messageId, lastEventId: this.lastEventId },
      {
        onData: ifCurrent(({ id, data }) => {
          this.restartSilenceTimer();
          this.lastEventId = id;
          this.handleEvent(data);
        }),
        onConnectionStateChange: ifCurrent(() => {
          this.reportConnected();
        }),
        onError: ifCurrent((error) => {
          this.handleError(error);
        }),
        onComplete: ifCurrent(() => {
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

  private handleEvent(event: ReplyEvent): void {
    this.attempts = 0;
    this.refusals = 0;
    this.reportConnected();
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
        this.listener.onFailed(event.code === 'NOT_FOUND' ? { kind: 'gone' } : 'replyFailed');
        break;
    }
  }

  private handleError(error: unknown): void {
    const problem = toProblem(error);
    if (problem.kind !== 'offline') this.refusals += 1;
    if (problem.kind === 'gone' || problem.kind === 'session' || this.refusals >= MAX_REFUSALS) {
      this.stop();
      this.listener.onFailed(problem);
    } else {
      this.reconnect();
    }
  }

  private reconnect(): void {
    this.disconnect();
    this.reportLost();
    const pauseMs = RECONNECT_PAUSES_MS[Math.min(this.attempts, RECONNECT_PAUSES_MS.length - 1)];
    this.attempts += 1;
    this.reconnectTimer = setTimeout(() => {
      this.connect();
    }, pauseMs);
  }

  private restartSilenceTimer(): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => {
      this.connect();
    }, SILENCE_TIMEOUT_MS);
  }

  private disconnect(): void {
    clearTimeout(this.reconnectTimer);
    clearTimeout(this.silenceTimer);
    this.stream?.unsubscribe();
    this.stream = undefined;
  }

  private end(): void {
    this.hasEnded = true;
    this.stop();
  }

  private reportLost(): void {
    if (this.isLost) return;
    this.isLost = true;
    this.listener.onConnection('lost');
  }

  private reportConnected(): void {
    if (!this.isLost) return;
    this.isLost = false;
    this.listener.onConnection('fine');
  }
}
