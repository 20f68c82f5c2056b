import type { LoadResult } from '../load/plan';
import type { BenchField } from './field';
import type { PathResult } from './measure';
import { STEADY_SHARE } from './targets';

/** Response times of one contestant at `STEADY_SHARE` of its own highest throughput. */
export interface Steadiness extends Pick<LoadResult, 'p50Ms' | 'p99Ms'> {
  readonly title: string;
  readonly contestant: string;
  readonly rate: number;
}

const CONTESTANTS = ['bare', 'ours'] as const;
const SECONDS = 10;

/** Sends requests of a measured path at a constant rate. */
export async function measureSteadiness(result: PathResult, field: BenchField): Promise<Steadiness[]> {
  const { path } = result;
  const measured: Steadiness[] = [];
  for (const name of CONTESTANTS) {
    const contestant = await field.enter(name, { hasModel: path.hasModel });
    const rate = Math.round(result.medianOf(name).requestsPerSecond * STEADY_SHARE);
    const { p50Ms, p99Ms } = await field.load.run({
      origin: contestant.origin,
      requests: [...path.requests],
      connections: path.connections,
      seconds: SECONDS,
      rate,
    });
    measured.push({ title: path.title, contestant: name, rate, p50Ms, p99Ms });
  }
  return measured;
}
