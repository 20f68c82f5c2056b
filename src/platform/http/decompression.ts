import { promisify } from 'node:util';
import { type InputType, brotliDecompress, gunzip, inflate } from 'node:zlib';
import { RoundRobin } from '../../shared/round-robin';

interface Options {
  readonly maxOutputLength: number;
}
type Decoder = (bytes: InputType, options: Options & { chunkSize: number }) => Promise<Buffer>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['br', promisify(brotliDecompress)],
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
]);

/** A portion needs a thread, which takes longer than 16 kB, Node's portion. */
const PORTION_BYTES = 64 * 1024;

/** Bodies that wait, by caller. */
const waiting = new RoundRobin<string, () => void>();
let isRunning = false;

export function isKnownEncoding(encoding: string): boolean {
  return DECODERS.has(encoding);
}

/**
 * Decompresses a body. One at a time in a process, in turns of the callers: more would take the processors from all other work.
 * @returns undefined if there is no end within the limit, in bytes
 * @throws Error if the bytes are not compressed as the encoding says
 */
export async function decompress(
  bytes: Buffer,
  { encoding, caller, limit }: { encoding: string; caller: string; limit: number },
): Promise<Buffer | undefined> {
  const decode = DECODERS.get(encoding);
  if (!decode) throw new TypeError(`an unknown encoding: ${encoding}`);
  if (isRunning)
    await new Promise<void>((resolve) => {
      waiting.push(caller, resolve);
    });
  isRunning = true;
  try {
    return await decode(bytes, { maxOutputLength: limit, chunkSize: Math.min(PORTION_BYTES, limit) });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else isRunning = false;
  }
}
