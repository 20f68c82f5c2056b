import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../../platform/command-line/command';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type Encoding = (typeof ENCODINGS)[number];

const BYTE_ORDER_MARKS: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Small, because parsing and checking a chunk blocks the event loop. */
const CHUNK_BYTES = 32 * 1024;
const HEAD_BYTES = 4096;
const NEW_LINE = 0x0a;

/** A file whose content is valid in its encoding. */
export interface TextFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256: Buffer;
  readonly encoding: Encoding;
  /** Streams the text as UTF-8 without a byte-order mark. `onRead` receives the number of bytes read so far. */
  read(onRead?: (bytes: number) => void): Readable;
  close(): Promise<void>;
}

/**
 * Opens a file in the encoding of its byte-order mark, or else in the given one, or else in UTF-8.
 * Invalid UTF-8 is refused and not guessed, because its bytes are different letters in different encodings.
 * @throws CommandError if the file cannot be read or is not text
 */
export async function openTextFile(
  path: string,
  { encoding, signal }: { encoding?: Encoding | undefined; signal: AbortSignal },
): Promise<TextFile> {
  const name = basename(path);
  const handle = await openFile(path);
  try {
    const size = await readSize(handle, name);
    const head = await readHead(handle);
    const marked = BYTE_ORDER_MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark))?.[0];
    const usedEncoding = marked ?? encoding ?? 'utf-8';
    requireText(name, head, usedEncoding);
    const sha256 = await validateAndHash(handle, { name, encoding: usedEncoding, signal });
    return {
      name,
      size,
      sha256,
      encoding: usedEncoding,
      read: (onRead) => Readable.from(decode(handle, usedEncoding, onRead), { objectMode: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // Without O_NONBLOCK, a pipe without a writer would block. `readSize` refuses pipes, devices and folders.
    return await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const reasons: Partial<Record<string, string>> = {
      ENOENT: 'there is no such file',
      EACCES: 'it may not be read',
    };
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(`${path}: ${reasons[code ?? ''] ?? message}.`);
  }
}

async function readSize(handle: FileHandle, name: string): Promise<number> {
  const stat = await handle.stat();
  if (!stat.isFile()) throw new CommandError(`${name} is not a file.`);
  if (stat.size === 0) throw new CommandError(`${name} is empty.`);
  return stat.size;
}

async function readHead(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

function requireText(name: string, head: Buffer, encoding: Encoding): void {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    throw new CommandError(`${name} is a workbook: save it as "CSV UTF-8" in the spreadsheet first.`);
  }
  if (!encoding.startsWith('utf-16') && head.includes(0)) {
    throw new CommandError(`${name} is no text: save it as "CSV UTF-8" in the spreadsheet first.`);
  }
}

/** Returns a file's SHA-256. Throws a CommandError if a byte is invalid in the encoding. */
async function validateAndHash(
  handle: FileHandle,
  { name, encoding, signal }: { name: string; encoding: Encoding; signal: AbortSignal },
): Promise<Buffer> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lineNumber = 1;
  for await (const chunk of readChunks(handle)) {
    if (signal.aborted) throw new CommandError('Stopped before anything was recorded.');
    hash.update(chunk);
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw new CommandError(describeInvalidBytes(name, encoding, lineNumber + countValidLines(chunk)));
    }
    if (encoding === 'utf-8') lineNumber += countBytes(NEW_LINE, chunk);
  }
  try {
    decoder.decode();
  } catch {
    throw new CommandError(describeInvalidBytes(name, encoding, lineNumber));
  }
  return hash.digest();
}

function describeInvalidBytes(name: string, encoding: Encoding, lineNumber: number): string {
  if (encoding !== 'utf-8') return `${name} is not ${encoding}.`;
  return (
    `${name} is not UTF-8 (line ${lineNumber}). Save it as "CSV UTF-8" in the spreadsheet; or, where it is what Excel on ` +
    'Windows writes as plain "CSV", give --encoding windows-1252.'
  );
}

/** Counts the lines of a chunk before the one with the first byte that is invalid in UTF-8. */
function countValidLines(chunk: Buffer): number {
  // The chunk can begin in the middle of a character.
  let start = 0;
  while (start < 3 && ((chunk[start] ?? 0) & 0xc0) === 0x80) start += 1;
  for (let count = 0; ; count += 1) {
    const end = chunk.indexOf(NEW_LINE, start);
    if (end === -1 || !isUtf8(chunk.subarray(start, end))) return count;
    start = end + 1;
  }
}

function countBytes(byte: number, chunk: Buffer): number {
  let count = 0;
  for (let index = chunk.indexOf(byte); index !== -1; index = chunk.indexOf(byte, index + 1)) count += 1;
  return count;
}

async function* decode(
  handle: FileHandle,
  encoding: Encoding,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  let bytesRead = 0;
  for await (const chunk of readChunks(handle)) {
    const skippedBytes = bytesRead === 0 && !decoder ? getMarkLength(chunk) : 0;
    bytesRead += chunk.length;
    onRead(bytesRead);
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk.subarray(skippedBytes);
  }
}

function getMarkLength(chunk: Buffer): number {
  return chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
}

async function* readChunks(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    // A new buffer for each chunk, because the parser keeps a reference to unfinished lines.
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
