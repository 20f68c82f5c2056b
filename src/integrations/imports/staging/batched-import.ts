import { CommandError } from '../../../platform/command-line/command';
import type { CsvLine } from '../tables/csv-lines';
import { type LineRules, checkLine, isBlank } from '../values/line-check';
import { CONTENT_IDENTITY } from '../values/line-fields';
import type { RefusedLine, RefusedLines } from '../tables/refused-lines';
import type { NumberedLine, Staging } from './staging';

/** How many lines went where; `lines` is their sum. */
export interface ImportTotals {
  readonly lines: number;
  readonly recorded: number;
  readonly alreadyRecorded: number;
  /** Recorded before, and voided since. */
  readonly voided: number;
  readonly refused: number;
  /** The last line that was dealt with, as numbered in the file; 0 before the first. */
  readonly lastLine: number;
}

/** A batch ends with this many characters, where its lines are long. */
const BATCH_LENGTH = 8 * 1024 * 1024;

const CONFLICT =
  'was recorded before with other content, under the same externalId or with other options, and stands as it was';

interface Target {
  readonly staging: Staging;
  readonly refused: RefusedLines;
  readonly accountId: string;
  readonly dryRun: boolean;
  /** How many of a batch. */
  readonly batchLines: number;
  /** Of the file, where it and a line's number in it identify lines that have no id of their own. */
  readonly sha256?: Buffer;
}

interface Batch {
  /** Cells by line number, to report a line that turns out to be in conflict. */
  readonly cells: Map<number, readonly string[]>;
  readonly good: NumberedLine[];
  readonly refused: RefusedLine[];
  lines: number;
  length: number;
  lastLine: number;
}

/** Gathers lines into batches and records one while the next is gathered. */
export class BatchedImport {
  private batch = emptyBatch();
  private recording: Promise<void> = Promise.resolve();
  private done: ImportTotals = {
    lines: 0,
    recorded: 0,
    alreadyRecorded: 0,
    voided: 0,
    refused: 0,
    lastLine: 0,
  };

  constructor(private readonly target: Target) {}

  /** Of the batches that are recorded. */
  get totals(): ImportTotals {
    return this.done;
  }

  /** @returns whether this line ended a batch */
  async add(line: CsvLine, rules: LineRules): Promise<boolean> {
    if (isBlank(line)) return false;
    const { batch } = this;
    batch.lines += 1;
    batch.length += line.length;
    batch.lastLine = line.number;
    const checked = checkLine(line, rules);
    if ('staged' in checked) {
      batch.good.push(this.identified(checked.staged));
      batch.cells.set(line.number, line.cells);
    } else {
      const cells = line.misquoted === undefined ? line.cells : [line.misquoted];
      batch.refused.push({ number: line.number, reasons: checked.reasons, cells });
    }
    if (batch.lines < this.target.batchLines && batch.length < BATCH_LENGTH) return false;
    await this.flush();
    return true;
  }

  /** Records what is left. */
  async end(): Promise<void> {
    await this.flush();
    await this.recording;
  }

  /** Waits for the batch that is being recorded, and says how far the import has come when something went wrong. */
  async failure(error: unknown): Promise<CommandError> {
    await this.recording.catch(() => undefined);
    const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
    const { lastLine } = this.done;
    const so = this.target.dryRun
      ? 'Nothing was written: it was a dry run'
      : lastLine === 0
        ? 'Nothing was recorded'
        : `What stands up to line ${lastLine} is recorded`;
    return new CommandError(
      `${reason}. ${so}. Put it right and run the same command again: it goes on from there, and counts nothing twice.`,
    );
  }

  private identified(line: NumberedLine): NumberedLine {
    const { sha256 } = this.target;
    if (sha256 === undefined || line.externalId !== undefined) return line;
    return { ...line, externalId: `${CONTENT_IDENTITY}${sha256.toString('hex')}:${line.number}` };
  }

  private async flush(): Promise<void> {
    const { batch } = this;
    this.batch = emptyBatch();
    await this.recording;
    this.recording = this.record(batch);
    // Whoever waits for it next hears of a failure; until then it is not unhandled.
    this.recording.catch(() => undefined);
  }

  private async record({ good, refused, cells, lines, lastLine }: Batch): Promise<void> {
    if (lines === 0) return;
    const { staging, accountId, dryRun } = this.target;
    const { recorded, alreadyRecorded, voided, conflicting } =
      good.length === 0
        ? { recorded: 0, alreadyRecorded: 0, voided: 0, conflicting: [] }
        : await staging.record(good, { accountId, dryRun });
    const inConflict = conflicting.map((number) => ({
      number,
      reasons: [CONFLICT],
      cells: cells.get(number) ?? [],
    }));
    const all = [...refused, ...inConflict].sort((one, other) => one.number - other.number);
    this.done = {
      lines: this.done.lines + lines,
      recorded: this.done.recorded + recorded,
      alreadyRecorded: this.done.alreadyRecorded + alreadyRecorded,
      voided: this.done.voided + voided,
      refused: this.done.refused + all.length,
      lastLine,
    };
    await this.target.refused.write(all);
  }
}

function emptyBatch(): Batch {
  return { cells: new Map(), good: [], refused: [], lines: 0, length: 0, lastLine: 0 };
}
