import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { RefusalLog } from '../http/refusal-log';
import { networkOf } from '../limits/address-limit';

const INTERVAL_MS = 60_000;

/** Lines of one network in an interval. Further refusals are counted. */
const MAX_LINES_OF_NETWORK = 60;

/** Networks that have lines in one interval. */
const MAX_NETWORKS = 1_000;

/** A call or a request that was refused with 401 or 403. */
export interface RefusedAccess {
  /** The procedure or route; undefined if the request as a whole was refused. */
  readonly path: string | undefined;
  readonly code: 'UNAUTHORIZED' | 'FORBIDDEN';
  /** Network address of the caller. */
  readonly address: string;
}

/**
 * Logs refused access: each refusal with the request id and the pseudonym of the account, and only the number of those in a flood.
 */
@Injectable()
export class RefusedAccessLog implements OnApplicationShutdown {
  private readonly logger = new Logger(RefusedAccessLog.name);
  private readonly further = new RefusalLog(this.logger, 'access was refused further times');
  private readonly lines = new Map<string, number>();
  private intervalEndsAt = 0;

  record({ path, code, address }: RefusedAccess): void {
    const network = networkOf(address);
    if (this.takeLine(network)) this.logger.warn({ path, code }, 'access was refused');
    else this.further.record('access', network);
  }

  onApplicationShutdown(): void {
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
