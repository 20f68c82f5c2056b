import { once } from 'node:events';
import { type WriteStream, createWriteStream } from 'node:fs';
import { open, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { type Stringifier, stringify } from 'csv-stringify';
import { CommandError } from '../commands/command';
import type { Delimiter } from './csv-lines';

export interface RefusedLine {
  readonly number: number;
  readonly reasons: readonly string[];
  readonly cells: readonly string[];
}

const FIRST_COLUMNS = ['line', 'reasons'] as const;
const BYTE_ORDER_MARK = '\uFEFF';
const BEGINNING = Buffer.from(`${BYTE_ORDER_MARK}${FIRST_COLUMNS[0]}`);

/**
 * The report of the lines that were not recorded: their numbers, what is wrong with them, and their cells as they were. It is
 * for a spreadsheet, hence the mark and the delimiter of the input, and no cell can be taken for a formula. Patients are
 * in it: nobody but its owner may read it.
 */
export class RefusedLines {
  private stringifier: Stringifier | undefined;
  private file: WriteStream | undefined;

  private constructor(
    readonly path: string,
    private readonly header: readonly string[],
    private readonly delimiter: Delimiter,
  ) {}

  /**
   * Removes the report of an earlier run; the new one is there from the first refused line on.
   * @throws CommandError where it could not be written, or would overwrite something else
   */
  static async prepare(
    path: string,
    { header, delimiter }: { header: readonly string[]; delimiter: Delimiter },
  ): Promise<RefusedLines> {
    await refuseToOverwrite(path);
    try {
      await realpath(dirname(path));
      await rm(path, { force: true });
    } catch (error) {
      throw new CommandError(`${path} cannot be written: ${(error as Error).message}`);
    }
    return new RefusedLines(path, header, delimiter);
  }

  async write(lines: readonly RefusedLine[]): Promise<void> {
    if (lines.length === 0) return;
    const stringifier = this.stringifier ?? (await this.begin());
    for (const { number, reasons, cells } of lines) {
      const isRoom = stringifier.write([String(number), reasons.join('; '), ...cells]);
      if (!isRoom) await once(stringifier, 'drain');
    }
  }

  async end(): Promise<void> {
    if (!this.stringifier || !this.file) return;
    this.stringifier.end();
    await finished(this.file);
  }

  private async begin(): Promise<Stringifier> {
    // Never an existing file, whose mode and owner could be others'.
    const file = createWriteStream(this.path, { flags: 'wx', mode: 0o600 });
    try {
      await once(file, 'open');
    } catch (error) {
      throw new CommandError(`${this.path} cannot be written: ${(error as Error).message}`);
    }
    file.write(BYTE_ORDER_MARK);
    const stringifier = stringify({
      delimiter: this.delimiter,
      escape_formulas: true,
      record_delimiter: '\r\n',
    });
    stringifier.pipe(file);
    stringifier.write([...FIRST_COLUMNS, ...this.header]);
    this.stringifier = stringifier;
    this.file = file;
    return stringifier;
  }
}

async function refuseToOverwrite(path: string): Promise<void> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(BEGINNING.length), 0, BEGINNING.length, 0);
    // A run that was killed leaves as much of a report as it had written, which may be nothing.
    const isReport = BEGINNING.subarray(0, bytesRead).equals(buffer.subarray(0, bytesRead));
    if (!isReport) {
      throw new CommandError(
        `${path} is there already and is no report of refused lines: name another with --refused.`,
      );
    }
  } finally {
    await handle.close();
  }
}
