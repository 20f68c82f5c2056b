import { type TrackedEnvelope, tracked } from '@trpc/server';
import { TooManyRequestsException } from '../../../platform/limits/too-many-requests.exception';
import type { EventsOf, OutputOf } from '../../../platform/contract/contract';
import type { chatbotContract } from '../chatbot.contract';
import { TOO_MANY_READERS } from '../refusals';

type Contract = typeof chatbotContract;
type ReplyEvent = OutputOf<Contract['reply']>;

export type ReplyEvents = EventsOf<Contract['reply']>;

/** Who lost the connection comes back before the server has seen it go: one person may be several of these. */
const MOST_READERS = 10;

/** How a reply ended: its last event. */
export type Ending = Exclude<ReplyEvent, { type: 'delta' }>;

/**
 * A reply whose text grows, and those who read along. Each reader goes on from a place of its own, in UTF-16 code units, and
 * is given at once all that there is after it, so that nothing is kept for those who are slow.
 */
export class LiveReply {
  private content = '';
  private ending: Ending | undefined;
  /** The first half of a character whose second half has not come yet. */
  private half = '';
  private readonly waiting = new Set<() => void>();
  private waking: NodeJS.Immediate | undefined;
  private readonly reading = new Set<Reading>();

  /** Well-formed Unicode without NUL characters, which PostgreSQL does not store. */
  get text(): string {
    return this.content;
  }

  get end(): Ending | undefined {
    return this.ending;
  }

  get readers(): number {
    return this.reading.size;
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

  /** Nothing is added to the text after this. */
  finish(ending: Ending): void {
    this.ending = ending;
    this.wake();
  }

  /** Adds what is left of the text: a half of a character counts as one that cannot be shown. */
  flush(): void {
    this.content += this.half.toWellFormed();
    this.half = '';
  }

  /** Resolves when there is more to read, or the reader has left. */
  changed(reader: Reading): Promise<void> {
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
   * Where there are too many readers, the one who came first is told so and reads no further: a connection that is half
   * dead keeps nobody out who comes back by another.
   * @param after place in the text from which to read on
   */
  read(after: number): ReplyEvents {
    const [first] = this.reading;
    if (first && this.reading.size >= MOST_READERS) first.giveWay();
    const reading = new Reading(this, after, () => this.reading.delete(reading));
    this.reading.add(reading);
    return reading;
  }

  /**
   * After everything that has arrived together, so that what came in several pieces leaves in one: the busier the process,
   * the larger the pieces.
   */
  private wake(): void {
    this.waking ??= setImmediate(() => {
      this.waking = undefined;
      for (const go of [...this.waiting]) go();
    });
  }
}

/** What one reader is given. Whoever returns from it in the middle is not waited for, as an async function would. */
class Reading implements ReplyEvents {
  wake: (() => void) | undefined;
  private left = false;
  private refusal: TooManyRequestsException | undefined;

  constructor(
    private readonly reply: LiveReply,
    private place: number,
    private readonly onLeave: () => void,
  ) {}

  async next(): Promise<IteratorResult<TrackedEnvelope<ReplyEvent>, void>> {
    for (;;) {
      this.assertNotRefused();
      if (this.left) return { done: true, value: undefined };
      const { text, end } = this.reply;
      if (text.length > this.place) {
        const more = text.slice(this.place);
        this.place = text.length;
        return { done: false, value: tracked(String(this.place), { type: 'delta', text: more }) };
      }
      if (end) {
        this.leave();
        return { done: false, value: tracked(String(text.length), end) };
      }
      await this.reply.changed(this);
    }
  }

  /** The reader's next event is a refusal, after which genuine clients do not come back by themselves. */
  giveWay(): void {
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
