import { type TrackedEnvelope, tracked } from '@trpc/server';
import { TooManyRequestsException } from '../../../platform/limits/too-many-requests.exception';
import type { EventsOf, OutputOf } from '../../../platform/contract/implementation-types';
import type { chatbotContract } from '../chatbot.contract';
import { TOO_MANY_READERS } from '../refusal-texts';

type Contract = typeof chatbotContract;
type ReplyEvent = OutputOf<Contract['reply']>;

export type ReplyEvents = EventsOf<Contract['reply']>;

/** One person can count several times: a client reconnects before the server notices the lost connection. */
const MAX_READERS = 10;

/** The last event of a reply. */
export type Ending = Exclude<ReplyEvent, { type: 'delta' }>;

/**
 * A reply whose text grows, with its readers. Each reader has an offset in the text, in UTF-16 code units, and gets
 * everything after it at once, so that a slow reader needs no buffer.
 */
export class LiveReply {
  private content = '';
  private ending: Ending | undefined;
  /** The first half of a surrogate pair whose second half has not arrived. */
  private half = '';
  private readonly waiting = new Set<() => void>();
  private waking: NodeJS.Immediate | undefined;
  private readonly active = new Set<Reader>();

  /** Well-formed Unicode without NUL characters, which PostgreSQL does not store. */
  get text(): string {
    return this.content;
  }

  get end(): Ending | undefined {
    return this.ending;
  }

  get readers(): number {
    return this.active.size;
  }

  append(piece: string): void {
    const text = this.half + piece.replaceAll('\0', '');
    const isCut = isFirstHalf(text.charCodeAt(text.length - 1));
    this.half = isCut ? text.slice(-1) : '';
    const whole = (isCut ? text.slice(0, -1) : text).toWellFormed();
    if (whole === '') return;
    this.content += whole;
    this.wake();
  }

  /** Adds the last event; the text does not change after it. */
  finish(ending: Ending): void {
    this.ending = ending;
    this.wake();
  }

  /** Appends the half of a surrogate pair that is left, as a replacement character. */
  flush(): void {
    this.content += this.half.toWellFormed();
    this.half = '';
  }

  /** Resolves when the reply has grown or ended, or the reader has left. */
  changed(reader: Reader): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.waiting.delete(go);
        reader.wake = undefined;
        resolve();
      };
      reader.wake = go;
      this.waiting.add(go);
    });
  }

  /**
   * Adds a reader. If there are too many, the first one gets an error and is removed, because it is the most likely to be
   * a lost connection.
   * @param after offset in the text at which to read on
   */
  read(after: number): ReplyEvents {
    const [first] = this.active;
    if (first && this.active.size >= MAX_READERS) first.disconnect();
    const reader = new Reader(this, after, () => this.active.delete(reader));
    this.active.add(reader);
    return reader;
  }

  /**
   * Wakes the readers once for all pieces that arrive in one turn of the event loop: the busier the process, the larger the
   * events.
   */
  private wake(): void {
    this.waking ??= setImmediate(() => {
      this.waking = undefined;
      for (const go of [...this.waiting]) go();
    });
  }
}

/** The events of one reader. Unlike an async generator it can be ended while it waits for the next event. */
class Reader implements ReplyEvents {
  wake: (() => void) | undefined;
  private left = false;
  private refusal: TooManyRequestsException | undefined;

  constructor(
    private readonly reply: LiveReply,
    private offset: number,
    private readonly onLeave: () => void,
  ) {}

  async next(): Promise<IteratorResult<TrackedEnvelope<ReplyEvent>, void>> {
    for (;;) {
      this.assertNotRefused();
      if (this.left) return { done: true, value: undefined };
      const { text, end } = this.reply;
      if (text.length > this.offset) {
        const more = text.slice(this.offset);
        this.offset = text.length;
        return { done: false, value: tracked(String(this.offset), { type: 'delta', text: more }) };
      }
      if (end) {
        this.leave();
        return { done: false, value: tracked(String(text.length), end) };
      }
      await this.reply.changed(this);
    }
  }

  /** Ends the reader with an error, after which tRPC clients do not reconnect. */
  disconnect(): void {
    this.refusal = new TooManyRequestsException(TOO_MANY_READERS, 5);
    this.leave();
  }

  return(): Promise<IteratorResult<TrackedEnvelope<ReplyEvent>, void>> {
    this.leave();
    return Promise.resolve({ done: true, value: undefined });
  }

  throw(error: unknown): Promise<never> {
    this.leave();
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  private assertNotRefused(): void {
    const { refusal } = this;
    this.refusal = undefined;
    if (refusal) throw refusal;
  }

  private leave(): void {
    this.left = true;
    this.onLeave();
    this.wake?.();
  }
}

function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
