import { CommandError } from '../../../platform/command-line/command';
import type { CsvLine } from '../tables/csv-lines';
import { type LineRules, checkLine, isBlank } from '../values/line-check';
import type { RefusedLine, RefusedLinesReport } from '../tables/refused-lines-report';
import type { NumberedLine, Staging } from './staging';
import { getErrorMessage } from '../../../platform/config/operator-error';
import { CONTENT_ID_PREFIX } from '../../../shared/external-id';
import type { ImportedBy } from '../import-kind';

/** Numbers of processed lines. `lines` is the sum of the next four. */
export interface ImportTotals {
  readonly lines: number;
  readonly recorded: number;
  readonly alreadyRecorded: number;
  /** Recorded before and then voided. */
  readonly voided: number;
  readonly refused: number;
  /** Number of the last processed line in the file; 0 if there is none. */
  readonly lastLine: number;
}

/** Ends a batch of long lines early, to limit memory. */
const MAX_BATCH_CHARACTERS = 8 * 1024 * 1024;

const CONFLICT_REASON =
  'was recorded before with other content, under the same externalId or with other options, and stands as it was';

interface BatchedImportOptions extends ImportedBy {
  readonly staging: Staging;
  readonly report: RefusedLinesReport;
  readonly dryRun: boolean;
  readonly batchLines: number;
  /** Of the file, if lines without an id are identified by it and their number. */
  readonly sha256?: Buffer;
}

interface Batch {
  /** By line number, for the report of conflicting lines. */
  readonly cells: Map<number, readonly string[]>;
  readonly valid: NumberedLine[];
  readonly refused: RefusedLine[];
  lines: number;
  length: number;
  lastLine: number;
}

/** Collects lines into batches, and records each batch while the next one is collected. */
export class BatchedImport {
  private batch = createBatch();
  private recording: Promise<void> = Promise.resolve();
  private recordedTotals: ImportTotals = {
    lines: 0,
    recorded: 0,
    alreadyRecorded: 0,
    voided: 0,
    refused: 0,
    lastLine: 0,
  };

  constructor(private readonly options: BatchedImportOptions) {}

  /** The totals of the recorded batches. */
  get totals(): ImportTotals {
    return this.recordedTotals;
  }

  /** @returns whether the line completed a batch */
  async add(line: CsvLine, rules: LineRules): Promise<boolean> {
    if (isBlank(line)) return false;
    const { batch } = this;
    batch.lines += 1;
    batch.length += line.length;
    batch.lastLine = line.number;
    const checked = checkLine(line, rules);
    if ('staged' in checked) {
      batch.valid.push(this.identify(checked.staged));
      batch.cells.set(line.number, line.cells);
    } else {
      const cells = line.misquotedText === undefined ? line.cells : [line.misquotedText];
      batch.refused.push({ number: line.number, reasons: checked.reasons, cells });
    }
    if (batch.lines < this.options.batchLines && batch.length < MAX_BATCH_CHARACTERS) return false;
    await this.flush();
    return true;
  }

  /** Records the last batch. */
  async end(): Promise<void> {
    await this.flush();
    await this.recording;
  }

  /** Waits for the current batch, and returns an error that says how far the import has come. */
  async createFailure(error: unknown): Promise<CommandError> {
    await this.recording.catch(() => undefined);
    const reason = getErrorMessage(error).replace(/\.$/, '');
    const { lastLine } = this.recordedTotals;
    const progress = this.options.dryRun
      ? 'Nothing was written: it was a dry run'
      : lastLine === 0
        ? 'Nothing was recorded'
        : `What stands up to line ${lastLine} is recorded`;
    return new CommandError(
      `${reason}. ${progress}. Put it right and run the same command again: it goes on from there, and counts nothing twice.`,
    );
  }

  private identify(line: NumberedLine): NumberedLine {
    const { sha256 } = this.options;
    if (sha256 === undefined || line.externalId !== undefined) return line;
    return { ...line, externalId: `${CONTENT_ID_PREFIX}${sha256.toString('hex')}:${line.number}` };
  }

  private async flush(): Promise<void> {
    const { batch } = this;
    this.batch = createBatch();
    await this.recording;
    this.recording = this.record(batch);
    // The next `await` throws a failure. Until then, it must not count as an unhandled rejection.
    this.recording.catch(() => undefined);
  }

  private async record({ valid, refused, cells, lines, lastLine }: Batch): Promise<void> {
    if (lines === 0) return;
    const { staging, report, accountId, erasureKey, dryRun } = this.options;
    const { recorded, alreadyRecorded, voided, conflicting, unnamed } =
      valid.length === 0
        ? { recorded: 0, alreadyRecorded: 0, voided: 0, conflicting: [], unnamed: [] }
        : await staging.record(valid, { accountId, erasureKey, dryRun });
    const toRefusedLine = (reason: string) => (number: number) => ({
      number,
      reasons: [reason],
      cells: cells.get(number) ?? [],
    });
    const allRefused = [
      ...refused,
      ...conflicting.map(toRefusedLine(CONFLICT_REASON)),
      ...unnamed.map(toRefusedLine(staging.unnamedReason)),
    ].sort((a, b) => a.number - b.number);
    const totals = this.recordedTotals;
    this.recordedTotals = {
      lines: totals.lines + lines,
      recorded: totals.recorded + recorded,
      alreadyRecorded: totals.alreadyRecorded + alreadyRecorded,
      voided: totals.voided + voided,
      refused: totals.refused + allRefused.length,
      lastLine,
    };
    await report.write(allRefused);
  }
}

function createBatch(): Batch {
  return { cells: new Map(), valid: [], refused: [], lines: 0, length: 0, lastLine: 0 };
}
