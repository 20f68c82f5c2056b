import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { isUtf8 } from 'node:buffer';
import { CommandError } from '../../../platform/command-line/command';

export const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type Encoding = (typeof ENCODINGS)[number];

const MARKS: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/** Small, because what is read of one chunk is parsed and checked before the database is heard again. */
const CHUNK = 32 * 1024;
const NEW_LINE = 0x0a;

/** A file that was read once from end to end and found to be text. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly encoding: Encoding;
  /** Its text as UTF-8, without a byte-order mark; `onRead` hears how many of its bytes have been read. */
  read(onRead?: (bytes: number) => void): Readable;
  close(): Promise<void>;
}

/**
 * Opens a file, in the encoding that its byte-order mark names, else in the given one, else in UTF-8. Other bytes than
 * UTF-8 has are refused: any of them would be a letter in several encodings, and another one in each.
 * @throws CommandError where it cannot be read, or is no text
 */
export async function openTextFile(
  path: string,
  { encoding, signal }: { encoding?: Encoding | undefined; signal: AbortSignal },
): Promise<TextFile> {
  const name = basename(path);
  const handle = await openFile(path);
  try {
    const size = await sizeOf(handle, name);
    const head = await headOf(handle);
    const marked = MARKS.find(([, mark]) => head.subarray(0, mark.length).equals(mark))?.[0];
    const found = marked ?? encoding ?? 'utf-8';
    refuseOtherFormats(name, head, found);
    const sha256 = await inspect(handle, { name, encoding: found, signal });
    return {
      name,
      size,
      sha256,
      encoding: found,
      read: (onRead) => Readable.from(decoded(handle, found, onRead), { objectMode: false }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    // A pipe without a writer would keep us waiting; a device or folder is turned away below.
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

async function sizeOf(handle: FileHandle, name: string): Promise<number> {
  const stat = await handle.stat();
  if (!stat.isFile()) throw new CommandError(`${name} is not a file.`);
  if (stat.size === 0) throw new CommandError(`${name} is empty.`);
  return stat.size;
}

async function headOf(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
  return buffer.subarray(0, bytesRead);
}

function refuseOtherFormats(name: string, head: Buffer, encoding: Encoding): void {
  if (head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))) {
    throw new CommandError(`${name} is a workbook: save it as "CSV UTF-8" in the spreadsheet first.`);
  }
  if (!encoding.startsWith('utf-16') && head.includes(0)) {
    throw new CommandError(`${name} is no text: save it as "CSV UTF-8" in the spreadsheet first.`);
  }
}

/** Reads all of it: its SHA-256, and whether its bytes are what its encoding allows. */
async function inspect(
  handle: FileHandle,
  { name, encoding, signal }: { name: string; encoding: Encoding; signal: AbortSignal },
): Promise<Buffer> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lines = 1;
  for await (const chunk of chunksOf(handle)) {
    if (signal.aborted) throw new CommandError('Stopped before anything was recorded.');
    hash.update(chunk);
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw new CommandError(notDecodable(name, encoding, lines + lineOfWrongByte(chunk)));
    }
    if (encoding === 'utf-8') lines += countOf(NEW_LINE, chunk);
  }
  try {
    decoder.decode();
  } catch {
    throw new CommandError(notDecodable(name, encoding, lines));
  }
  return hash.digest();
}

function notDecodable(name: string, encoding: Encoding, line: number): string {
  if (encoding !== 'utf-8') return `${name} is not ${encoding}.`;
  return (
    `${name} is not UTF-8 (line ${line}). Save it as "CSV UTF-8" in the spreadsheet; or, where it is what Excel on ` +
    'Windows writes as plain "CSV", give --encoding windows-1252.'
  );
}

/** How many lines into the chunk the first byte is that UTF-8 does not have. */
function lineOfWrongByte(chunk: Buffer): number {
  // The first line may begin in the middle of a letter.
  let start = 0;
  while (start < 3 && ((chunk[start] ?? 0) & 0xc0) === 0x80) start += 1;
  for (let line = 0; ; line += 1) {
    const end = chunk.indexOf(NEW_LINE, start);
    if (end === -1 || !isUtf8(chunk.subarray(start, end))) return line;
    start = end + 1;
  }
}

function countOf(byte: number, chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(byte); at !== -1; at = chunk.indexOf(byte, at + 1)) count += 1;
  return count;
}

async function* decoded(
  handle: FileHandle,
  encoding: Encoding,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding);
  let read = 0;
  for await (const chunk of chunksOf(handle)) {
    const skipped = read === 0 && !decoder ? markLength(chunk) : 0;
    read += chunk.length;
    onRead(read);
    yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk.subarray(skipped);
  }
}

function markLength(chunk: Buffer): number {
  return chunk.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0;
}

async function* chunksOf(handle: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    // A buffer for each: the parser keeps what it has not yet understood.
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
