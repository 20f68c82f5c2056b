import { setTimeout as wait } from 'node:timers/promises';
import { withDataSource } from '../../src/platform/database/data-source';
import { median } from '../benchmark';
import type { Contestant, ContestantName } from './contestants';
import type { BenchField } from './field';
import type { BenchPath, StoredRows } from './paths';
import { processorTimeOf, processorTimeOfTree, residentMegabytes } from './usage';

/** One round of one contestant, or the medians of its rounds. */
export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time per request. */
  readonly nodeMs: number;
  readonly postgresMs: number;
  /** Of the Node process. */
  readonly residentMb: number;
}

/** Between two looks at the log of counts. */
const POLL_MS = 50;

export interface Timing {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

/** The rounds of each contestant on a path. */
export class PathResult {
  constructor(
    readonly path: BenchPath,
    private readonly rounds: ReadonlyMap<ContestantName, readonly Measurement[]>,
  ) {}

  get contestants(): ContestantName[] {
    return [...this.rounds.keys()];
  }

  medianOf(name: ContestantName): Measurement {
    const rounds = this.rounds.get(name) ?? [];
    const of = (field: keyof Measurement) => median(rounds.map((round) => round[field]));
    return {
      requestsPerSecond: of('requestsPerSecond'),
      p50Ms: of('p50Ms'),
      p99Ms: of('p99Ms'),
      nodeMs: of('nodeMs'),
      postgresMs: of('postgresMs'),
      residentMb: rounds.at(-1)?.residentMb ?? 0,
    };
  }

  /** Returns the median of the rounds' ratios of requests per second: neighbouring rounds share what else the machine does. */
  ratioOf(name: ContestantName, against: ContestantName): number {
    const others = this.rounds.get(against) ?? [];
    const ratios = (this.rounds.get(name) ?? []).map(
      ({ requestsPerSecond }, round) => requestsPerSecond / (others[round]?.requestsPerSecond ?? Number.NaN),
    );
    return median(ratios);
  }
}

/** Measures a path in rounds in which the contestants take turns. */
export async function measurePath(
  path: BenchPath,
  field: BenchField,
  { rounds, seconds, warmUpSeconds }: Timing,
): Promise<PathResult> {
  const contestants = await field.enterAll(path);
  const results = new Map<ContestantName, Measurement[]>();
  for (let round = -1; round < rounds; round += 1) {
    for (const contestant of contestants) {
      const isWarmUp = round < 0;
      const measured = await measureRound({
        path,
        field,
        contestant,
        seconds: isWarmUp ? warmUpSeconds : seconds,
      });
      results.set(contestant.name, isWarmUp ? [] : [...(results.get(contestant.name) ?? []), measured]);
    }
  }
  return new PathResult(path, results);
}

interface Round {
  readonly path: BenchPath;
  readonly field: BenchField;
  readonly contestant: Contestant;
  readonly seconds: number;
}

/** Sends load, and checks that what was answered was stored. */
async function measureRound({ path, field, contestant, seconds }: Round): Promise<Measurement> {
  const { connections, requests, stores } = path;
  contestant.emptyLog();
  const rowsBefore = stores && (await countRows(field, contestant, stores));
  const nodeBefore = processorTimeOf(contestant.pid);
  const postgresBefore = processorTimeOfTree(field.database.pid);
  const { responses, ...result } = await field.load.run({
    origin: contestant.origin,
    requests: [...requests],
    connections,
    seconds,
  });
  if (stores) await waitForCounts(field, contestant);
  const nodeMs = (processorTimeOf(contestant.pid) - nodeBefore) / responses;
  const postgresMs = (processorTimeOfTree(field.database.pid) - postgresBefore) / responses;
  if (stores && rowsBefore !== undefined) {
    const stored = (await countRows(field, contestant, stores)) - rowsBefore;
    if (stored !== responses * stores.rows)
      throw new Error(`${contestant.name} stored ${stored} rows for ${responses} responses`);
  }
  return {
    requestsPerSecond: responses / result.seconds,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    nodeMs,
    postgresMs,
    residentMb: residentMegabytes(contestant.pid),
  };
}

async function countRows(field: BenchField, contestant: Contestant, { table }: StoredRows): Promise<number> {
  const url = field.databaseUrlOf(contestant);
  const [row] = await withDataSource({ type: 'postgres', url }, (dataSource) =>
    dataSource.query<{ count: number }[]>(`SELECT count(*)::float8 AS count FROM ${table}`),
  );
  return row?.count ?? 0;
}

/** Waits until the platform has added its logged changes to the counts. Otherwise it would do so in another's round. */
async function waitForCounts(field: BenchField, contestant: Contestant): Promise<void> {
  if (contestant.name !== 'ours' && contestant.name !== 'other') return;
  const url = field.databaseUrlOf(contestant);
  await withDataSource({ type: 'postgres', url }, async (dataSource) => {
    while ((await dataSource.query<object[]>('SELECT FROM pathology_count_change LIMIT 1')).length > 0)
      await wait(POLL_MS);
  });
}
