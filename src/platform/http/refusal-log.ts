import type { Logger } from 'pino';

/** What is refused without a line of its own in the request log, or more often than the log should repeat. */
export type Refusal =
  | 'connections of the network'
  | 'connections in all'
  | 'pipelined requests'
  | 'concurrent requests'
  | 'body after a refusal'
  | 'unread response'
  | 'too many headers'
  | 'missing Host'
  | 'repeated header'
  | 'small chunks'
  | 'unknown expectation'
  | 'access'
  | 'logout tokens'
  | 'access tokens';

const INTERVAL_MS = 60_000;

/** Networks that are counted separately in one interval. The others are counted together. */
const MAX_NETWORKS = 1_000;
const OTHERS = 'others';

interface Count {
  readonly refusal: Refusal;
  readonly network: string;
  count: number;
}

/** Counts refusals, and logs one line for each network and kind at the end of a minute. */
export class RefusalLog {
  private readonly counts = new Map<string, Count>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly message = 'refused because of a limit',
  ) {}

  record(refusal: Refusal, network: string): void {
    const key = `${refusal} ${network}`;
    const known = this.counts.get(key);
    if (known) known.count += 1;
    else if (network !== OTHERS && this.counts.size >= MAX_NETWORKS) this.record(refusal, OTHERS);
    else this.counts.set(key, { refusal, network, count: 1 });
    this.timer ??= setTimeout(() => {
      this.write();
    }, INTERVAL_MS).unref();
  }

  /** Writes the lines of the interval that has begun. */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const { refusal, network, count } of this.counts.values())
      this.logger.warn({ refusal, network, count }, this.message);
    this.counts.clear();
  }
}
