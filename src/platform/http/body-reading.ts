import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { decompress, isKnownEncoding } from './decompression';
import { GrowingBuffer } from './growing-buffer';

/** Why a request body cannot be read as text. */
export type BodyFault = 'tooLarge' | 'unknownEncoding' | 'cutShort' | 'notUtf8' | 'tooSlow';

/** The body of a request cannot be read. */
export class BodyFaultError extends Error {
  constructor(readonly fault: BodyFault) {
    super(fault);
  }
}

/** Bytes for which a body needs no reservation. Node buffers about as many for each connection. */
const FREE_BYTES = 64 * 1024;

/** A body with a reservation must arrive at this average rate, after a first grace period. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const GRACE_SECONDS = 5;
const RATE_CHECK_MS = 1_000;

interface ReadingOptions {
  /** In bytes after decompression. */
  readonly limit: number;
  /** An account or a network. Bodies are decompressed one of each caller in turn. */
  readonly caller: string;
  /** Reserves memory for a body, once. Reading continues when the promise resolves. */
  readonly reserve: (bytes: number) => Promise<void>;
  /** Aborted when the body is not needed any more. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the body of a request, decompressed. Leaves the rest of a body unread if it fails.
 * @throws BodyFaultError, and what `reserve` rejects with or the signal is aborted with
 */
export async function readBytes(request: IncomingMessage, options: ReadingOptions): Promise<Buffer> {
  if (request.destroyed) throw new BodyFaultError('cutShort');
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  if (encoding !== 'identity') return readCompressed(request, encoding, options);
  const length = plainLength(request);
  if (length !== undefined && length > options.limit) throw new BodyFaultError('tooLarge');
  return new BodyReading(request, length ?? options.limit, options).result();
}

async function readCompressed(
  request: IncomingMessage,
  encoding: string,
  options: ReadingOptions,
): Promise<Buffer> {
  if (!isKnownEncoding(encoding)) throw new BodyFaultError('unknownEncoding');
  const { caller, limit, reserve } = options;
  const reading = new BodyReading(request, limit, options);
  const compressed = await reading.result();
  const decompressTo = async (maxLength: number) => {
    try {
      return await decompress(compressed, { encoding, caller, limit: maxLength });
    } catch {
      throw new BodyFaultError('cutShort');
    }
  };
  if (!reading.isReserved) {
    const short = await decompressTo(FREE_BYTES);
    if (short) return short;
    await reserve(limit);
  }
  const bytes = await decompressTo(limit);
  if (!bytes) throw new BodyFaultError('tooLarge');
  return bytes;
}

function plainLength({ headers }: IncomingMessage): number | undefined {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) ? length : undefined;
}

/** Reads one stream to its end. */
class BodyReading {
  private readonly bytes = new GrowingBuffer();
  private rateCheck: NodeJS.Timeout | undefined;
  isReserved = false;
  private hasStopped = false;
  private resolve: (bytes: Buffer) => void = () => undefined;
  private reject: (error: unknown) => void = () => undefined;

  /** @param expectedLength what the body reserves */
  constructor(
    private readonly stream: Readable,
    private readonly expectedLength: number,
    private readonly options: ReadingOptions,
  ) {}

  result(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.options.signal?.addEventListener('abort', this.leave);
      this.stream.on('data', this.add).on('end', this.finish).on('error', this.abort).on('close', this.abort);
    });
  }

  private readonly add = (chunk: Buffer): void => {
    if (this.bytes.length + chunk.length > this.options.limit) {
      this.fail(new BodyFaultError('tooLarge'));
      return;
    }
    this.bytes.append(chunk);
    if (this.isReserved || this.bytes.length <= FREE_BYTES) return;
    this.isReserved = true;
    this.stream.pause();
    this.options.reserve(this.expectedLength).then(this.goOn, this.fail);
  };

  private readonly goOn = (): void => {
    if (this.hasStopped) return;
    if (this.stream.destroyed) {
      this.abort();
      return;
    }
    this.bytes.reserve(this.expectedLength);
    this.checkRate();
    this.stream.resume();
  };

  private checkRate(): void {
    const startedAt = performance.now();
    const startLength = this.bytes.length;
    this.rateCheck = setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1000 - GRACE_SECONDS;
      const received = this.bytes.length - startLength;
      if (received < seconds * MIN_BYTES_PER_SECOND) this.fail(new BodyFaultError('tooSlow'));
    }, RATE_CHECK_MS);
  }

  private readonly finish = (): void => {
    this.stop();
    this.resolve(this.bytes.bytes());
  };

  private readonly abort = (): void => {
    this.fail(new BodyFaultError('cutShort'));
  };

  private readonly leave = (): void => {
    this.fail(this.options.signal?.reason);
  };

  private readonly fail = (error: unknown): void => {
    if (this.hasStopped) return;
    this.stop();
    this.stream.pause();
    this.reject(error);
  };

  private stop(): void {
    this.hasStopped = true;
    clearInterval(this.rateCheck);
    this.options.signal?.removeEventListener('abort', this.leave);
    this.stream
      .off('data', this.add)
      .off('end', this.finish)
      .off('error', this.abort)
      .off('close', this.abort);
  }
}
