import { type FileHandle, open, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { CommandError } from '../../../platform/command-line/command';
import type { Delimiter } from './csv-lines';
import { getErrorMessage } from '../../../platform/config/operator-error';

export interface RefusedLine {
  readonly number: number;
  readonly reasons: readonly string[];
  readonly cells: readonly string[];
}

const FIRST_COLUMNS = ['line', 'reasons'] as const;
const BYTE_ORDER_MARK = '\uFEFF';
const REPORT_START = Buffer.from(`${BYTE_ORDER_MARK}${FIRST_COLUMNS[0]}`);

/**
 * The CSV report of the lines that were not recorded: their numbers, the reasons, and their cells.
 * For spreadsheets, it has a byte-order mark, the delimiter of the input, and no cell that would be evaluated as a formula.
 * It contains patient data, so only its owner can read it.
 */
export class RefusedLinesReport {
  private file: FileHandle | undefined;

  private constructor(
    readonly path: string,
    private readonly header: readonly string[],
    private readonly delimiter: Delimiter,
  ) {}

  /** @throws CommandError if the folder does not exist, or the path is another file */
  static async prepare(
    path: string,
    { header, delimiter }: { header: readonly string[]; delimiter: Delimiter },
  ): Promise<RefusedLinesReport> {
    await requireReplaceable(path);
    await realpath(dirname(path)).catch((error: unknown) => {
      throw createWriteError(path, error);
    });
    return new RefusedLinesReport(path, header, delimiter);
  }

  /**
   * Removes the report of an earlier run. The new one is created with the first refused line.
   * @throws CommandError if it cannot be removed
   */
  async begin(): Promise<void> {
    await this.convertErrors(() => rm(this.path, { force: true }));
  }

  /** @throws CommandError if the lines cannot be written, for example on a full disk */
  async write(lines: readonly RefusedLine[]): Promise<void> {
    if (lines.length === 0) return;
    const rows = lines.map(({ number, reasons, cells }) => [String(number), reasons.join('; '), ...cells]);
    await this.convertErrors(async () => {
      if (!this.file) {
        // `wx`: an existing file could have another owner or mode.
        this.file = await open(this.path, 'wx', 0o600);
        await this.file.writeFile(BYTE_ORDER_MARK + this.formatCsv([[...FIRST_COLUMNS, ...this.header]]));
      }
      await this.file.writeFile(this.formatCsv(rows));
    });
  }

  /** @throws CommandError if the last write failed */
  async end(): Promise<void> {
    const { file } = this;
    this.file = undefined;
    if (file) await this.convertErrors(() => file.close());
  }

  private formatCsv(rows: readonly (readonly string[])[]): string {
    return stringify([...rows], {
      delimiter: this.delimiter,
      escape_formulas: true,
      record_delimiter: '\r\n',
    });
  }

  private async convertErrors(write: () => Promise<void>): Promise<void> {
    try {
      await write();
    } catch (error) {
      throw createWriteError(this.path, error);
    }
  }
}

function createWriteError(path: string, error: unknown): CommandError {
  return new CommandError(`${path} cannot be written: ${getErrorMessage(error)}`);
}

async function requireReplaceable(path: string): Promise<void> {
  const handle = await open(path).catch(() => undefined);
  if (!handle) return;
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(REPORT_START.length),
      0,
      REPORT_START.length,
      0,
    );
    // An interrupted run can leave an incomplete or empty report.
    const isReport = REPORT_START.subarray(0, bytesRead).equals(buffer.subarray(0, bytesRead));
    if (!isReport) {
      throw new CommandError(
        `${path} is there already and is no report of refused lines: name another with --refused.`,
      );
    }
  } finally {
    await handle.close();
  }
}
