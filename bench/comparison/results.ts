import type { IdleConnections } from './idle';
import type { PathResult } from './measure';
import type { MemorySample } from './memory';
import type { StartTime } from './start-time';
import type { StatementLimit } from './statement-limits';
import type { Steadiness } from './steadiness';

/** Everything that a run of the benchmark measured. */
export interface BenchResults {
  readonly paths: PathResult[];
  readonly steadiness: Steadiness[];
  readonly limits: StatementLimit[];
  readonly starts: StartTime[];
  readonly memory: MemorySample[];
  idle?: IdleConnections;
}
