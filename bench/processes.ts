import { setTimeout as wait } from 'node:timers/promises';
import { median, runBenchmark } from './benchmark';
import type { Contestant } from './comparison/contestants';
import { BenchField } from './comparison/field';
import { type BenchPath, listPaths } from './comparison/paths';
import { formatRow, printLines } from './table';

const PROCESS_COUNTS = [1, 2];
const PATHS: readonly string[] = ['auth.me', 'consultations.record'];
const ROUNDS = 5;
const DURATION_S = 4;
const CONNECTIONS = 64;
const WIDTHS = [24, 12, 12, 8];
/** Time for the other processes to start, and for all to load what they load in the background. */
const START_MS = 10_000;

/** Measures the throughput of one and of several processes (`WEB_CONCURRENCY`), each on a database. Rounds alternate. */
async function main(): Promise<void> {
  await BenchField.use(async (field) => {
    const servers: Contestant[] = [];
    for (const count of PROCESS_COUNTS)
      servers.push(await field.enter('ours', { settings: { WEB_CONCURRENCY: String(count) } }));
    await wait(START_MS);
    const header = ['responses a second', ...PROCESS_COUNTS.map((count) => `${count} proc.`), 'ratio'];
    printLines([`${CONNECTIONS} connections, median of ${ROUNDS} rounds`, formatRow(WIDTHS, header)]);
    for (const path of listPaths(field.database.cookies)) {
      if (!PATHS.includes(path.name)) continue;
      const medians = (await measure(field, path, servers)).map(median);
      const ratio = ((medians.at(-1) ?? 0) / (medians[0] ?? 1)).toFixed(2);
      printLines([formatRow(WIDTHS, [path.name, ...medians.map((rate) => rate.toFixed(0)), ratio])]);
    }
  });
}

/** Returns the responses per second of each round, by server. */
async function measure(
  field: BenchField,
  { requests }: BenchPath,
  servers: readonly Contestant[],
): Promise<number[][]> {
  const rates = servers.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, { origin }] of servers.entries()) {
      const plan = { origin, requests: [...requests], connections: CONNECTIONS, seconds: DURATION_S };
      const { responses, seconds } = await field.load.run(plan);
      rates[index]?.push(responses / seconds);
    }
  }
  return rates;
}

runBenchmark(main);
