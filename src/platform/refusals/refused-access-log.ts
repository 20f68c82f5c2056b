import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { networkOf } from '../limits/address-limit';
import { LimitedLines } from './limited-lines';

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
  private readonly lines = new LimitedLines(this.logger, 'access', 'access was refused further times');

  record({ path, code, address }: RefusedAccess): void {
    this.lines.record(networkOf(address), () => {
      this.logger.warn({ path, code }, 'access was refused');
    });
  }

  onApplicationShutdown(): void {
    this.lines.writeNumbers();
  }
}
