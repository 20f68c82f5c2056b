import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { currentSignal } from '../../../platform/limits/abortable-work';

/** Bytes of a file that are written in one piece. */
const PIECE_BYTES = 64 * 1024;

/** Files of any time are the same: all are of 1 January 1980, the first date of the format, in any time zone. */
const OPTIONS = { mtime: new Date(0), forceDosTimestamp: true };

interface ArchivedFile {
  readonly name: string;
  readonly content: string;
}

/**
 * Creates a ZIP archive of text files. Deflates in threads of Node, so that other requests go on.
 * @throws the reason of the signal that ends the running work
 */
export async function createZipArchive(files: readonly ArchivedFile[]): Promise<Buffer> {
  const archive = new ZipFile();
  const signal = currentSignal();
  return new Promise((resolve, reject) => {
    archive.once('error', reject);
    for (const { name, content } of files) {
      const bytes = Readable.from(splitBytes(Buffer.from(content), signal));
      // `yazl` does not listen for it.
      archive.addReadStream(bytes.once('error', reject), name, OPTIONS);
    }
    buffer(archive.outputStream).then(resolve, reject);
    archive.end();
  });
}

function* splitBytes(bytes: Buffer, signal: AbortSignal | undefined): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    signal?.throwIfAborted();
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}
