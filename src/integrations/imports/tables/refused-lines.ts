import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CommandError } from '../../../platform/command-line/command';
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
  private file: FileHandle | undefined;

  private constructor(
    readonly path: string,
    private readonly header: readonly string[],
    private readonly delimiter: Delimiter,
  ) {}

  /** @throws CommandError where the report could not be written, or would overwrite something else */
  static async prepare(
    path: string,
    { header, delimiter }: { header: readonly string[]; delimiter: Delimiter },
  ): Promise<RefusedLines> {
    await refuseToOverwrite(path);
    await realpath(dirname(path)).catch((error: unknown) => {
      throw unwritable(path, error);
    });
    return new RefusedLines(path, header, delimiter);
  }

  /**
   * Removes the report of an earlier run; the new one is there from the first refused line on.
   * @throws CommandError where it cannot be removed
   */
  async begin(): Promise<void> {
    await this.writing(() => rm(this.path, { force: true }));
  }

  /** @throws CommandError where the lines cannot be written, as on a full disk */
  async write(lines: readonly RefusedLine[]): Promise<void> {
    if (lines.length === 0) return;
    const rows = lines.map(({ number, reasons, cells }) => [String(number), reasons.join('; '), ...cells]);
    await this.writing(async () => {
      if (!this.file) {
        // Never an existing file, whose mode and owner could be others'.
        this.file = await open(this.path, 'wx', 0o600);
        await this.file.writeFile(BYTE_ORDER_MARK + this.csv([[...FIRST_COLUMNS, ...this.header]]));
      }
      await this.file.writeFile(this.csv(rows));
    });
  }

  /** @throws CommandError where what was written is not all there */
  async end(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    if (file) await this.writing(() => file.close());
  }

  private csv(rows: readonly (readonly string[])[]): string {
    return stringify([...rows], {
      delimiter: this.delimiter,
      escape_formulas: true,
      record_delimiter: '\r\n',
    });
  }

  private async writing(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      throw unwritable(this.path, error);
    }
  }
}

function unwritable(path: string, error: unknown): CommandError {
  return new CommandError(
    `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
  );
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
