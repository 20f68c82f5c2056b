import type { Logger } from 'pino';
import { type Refusal, RefusalLog } from '../http/refusal-log';

const INTERVAL_MS = 60_000;

/** Lines of one network in an interval. Further refusals are counted. */
const MAX_LINES_OF_NETWORK = 60;

/** Networks that have lines in one interval. */
const MAX_NETWORKS = 1_000;

/** Logs a line for each refusal, and only the number of those in a flood. */
export class LimitedLines {
  private readonly further: RefusalLog;
  private readonly lines = new Map<string, number>();
  private intervalEndsAt = 0;

  /** @param message of the number of further refusals */
  constructor(
    logger: Pick<Logger, 'warn'>,
    private readonly refusal: Refusal,
    message: string,
  ) {
    this.further = new RefusalLog(logger, message);
  }

  /** Writes the line of a refusal, unless its network had too many in this interval. */
  record(network: string, writeLine: () => void): void {
    if (this.takeLine(network)) writeLine();
    else this.further.record(this.refusal, network);
  }

  /** Writes the numbers of the interval that has begun. */
  writeNumbers(): void {
    this.further.write();
  }

  private takeLine(network: string): boolean {
    const now = Date.now();
    if (now >= this.intervalEndsAt) {
      this.lines.clear();
      this.intervalEndsAt = now + INTERVAL_MS;
    }
    const lines = this.lines.get(network) ?? 0;
    if (lines >= MAX_LINES_OF_NETWORK || (lines === 0 && this.lines.size >= MAX_NETWORKS)) return false;
    this.lines.set(network, lines + 1);
    return true;
  }
}
