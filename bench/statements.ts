import { DataSource } from 'typeorm';
import { hashOf } from '../src/modules/auth/sessions/secret';
import { FIND_SESSIONS } from '../src/modules/auth/sessions/session.sql';
import { Database } from '../src/platform/database/database';
import { startBenchPlatform } from './bench-platform';
import { median, runBenchmark } from './benchmark';

const ROUNDS = 7;
const CALL_COUNT = 4_000;
const CONCURRENCY = 16;

/** Measures session look-ups with a named statement. Baseline: the same SQL with TypeORM's `query`. */
async function main(): Promise<void> {
  const platform = await startBenchPlatform();
  const dataSource = platform.app.get(DataSource);
  const database = platform.app.get(Database, { strict: false });
  const tokenHash = hashOf(platform.cookie.replace('session=', ''));
  const named = () => database.first(FIND_SESSIONS, { tokenHashes: [tokenHash], maxIdleSeconds: 7200 });
  const raw = () => dataSource.query<unknown[]>(FIND_SESSIONS.sql, [[tokenHash], 7200]);
  const rates = { named: [] as number[], raw: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.raw.push(await rateOf(raw));
    rates.named.push(await rateOf(named));
  }
  const [a, b] = [median(rates.named), median(rates.raw)];
  process.stdout.write(
    `session look-ups a second, ${CONCURRENCY} at once, median of ${ROUNDS} rounds: ` +
      `named ${Math.round(a)}, TypeORM's query ${Math.round(b)}, ratio ${(a / b).toFixed(2)}\n`,
  );
  await platform.close();
}

async function rateOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  const worker = async () => {
    for (let done = 0; done < CALL_COUNT / CONCURRENCY; done += 1) await call();
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (CALL_COUNT * 1000) / (performance.now() - began);
}

runBenchmark(main);
