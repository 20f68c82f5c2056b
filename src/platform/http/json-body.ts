import type { IncomingMessage } from 'node:http';
import { parse as parseContentType } from 'content-type';
import type { BodyBudget, BodyReservation } from './body-budget';
import { type BodyFault, BodyFaultError, readBytes } from './body-reading';

/** Error messages. The message for `tooLarge` depends on the limit of the route. */
export const FAULT_TEXTS: Readonly<Record<Exclude<BodyFault, 'tooLarge'>, string>> = {
  unknownEncoding: 'Content-Encoding: expected gzip, deflate, br or none',
  cutShort: 'the body could not be read: it was cut short, or is not compressed as its header says',
  notUtf8: 'the body is not valid UTF-8',
  tooSlow: 'the body arrives too slowly: send it again in smaller parts',
};

/** Media types and their parameters have some dozens of characters. A list of thousands takes as long as several requests. */
const MAX_CONTENT_TYPE = 256;

/** Returns whether a `Content-Type` header is one of the media types, in UTF-8. */
export function isUtf8Of(types: readonly string[], header = ''): boolean {
  if (header.length > MAX_CONTENT_TYPE) return false;
  const { type, parameters } = parseContentType(header);
  return types.includes(type) && /^utf-?8$/i.test(parameters.charset ?? 'utf-8');
}

/** The rules of a route for bodies. */
export interface BodyRules {
  /** In bytes after decompression. */
  readonly limit: number;
  /** Limits the memory of all bodies of the route. A route whose limit is at most `FREE_BYTES` needs none. */
  readonly budget?: BodyBudget;
  /** Makes the error that `readText` throws. */
  readonly toError: (fault: BodyFault) => Error;
}

/** The body of a request, of a GET request too, with the memory that is reserved for it. */
export class RequestBody {
  private reservation: BodyReservation | undefined;
  /** Undefined while the body is not being read. */
  private reading: AbortController | undefined;
  private isReleased = false;
  private text: Promise<string> | undefined;

  /** @param caller an account or a network, which has a share of the budget */
  constructor(
    private readonly request: IncomingMessage,
    private readonly caller: string,
    private readonly rules: BodyRules,
  ) {}

  /**
   * Reads the body, once. Without a body, the text is empty.
   * @param takeTurn returns when there is time to decode a body that needed a reservation
   * @throws the error of the rules for a fault, and the exceptions of `BodyBudget.reserve` and of `takeTurn`
   */
  readText(takeTurn?: () => Promise<void> | undefined): Promise<string> {
    this.text ??= this.readOnce(takeTurn);
    return this.text;
  }

  private async readOnce(takeTurn?: () => Promise<void> | undefined): Promise<string> {
    const { limit, toError } = this.rules;
    this.reading = new AbortController();
    try {
      const bytes = await readBytes(this.request, {
        limit,
        caller: this.caller,
        reserve: (length) => this.reserve(length),
        signal: this.reading.signal,
      });
      this.reservation?.shrinkTo(bytes.length);
      if (this.reservation) await takeTurn?.();
      return decode(bytes);
    } catch (error) {
      throw error instanceof BodyFaultError ? toError(error.fault) : error;
    } finally {
      this.reading = undefined;
    }
  }

  /** Frees the memory, and stops the reading. Call it when nothing uses the body any more. */
  release(): void {
    this.isReleased = true;
    this.reading?.abort(new BodyFaultError('cutShort'));
    this.reservation?.release();
  }

  private async reserve(length: number): Promise<void> {
    this.reservation = await this.rules.budget?.reserve(this.caller, length);
    if (!this.isReleased) return;
    // The body was released while it waited for memory.
    this.reservation?.release();
    throw new BodyFaultError('cutShort');
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new BodyFaultError('notUtf8');
  }
}
