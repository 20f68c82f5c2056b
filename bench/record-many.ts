import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startBenchPlatform } from './bench-platform';
import { median, runBenchmark } from './benchmark';

const ITEM_COUNT = 10_000;
const CALL_COUNT = 10;
const ROUNDS = 5;

/** Names of the catalogue, a synonym and an unknown name. */
const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Typhoid fever', 'Hypertension', 'Asthma', 'Homa ya Ziwa'];

interface Item {
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly externalId?: string;
}

/**
 * Measures 10,000 consultations in 10 sequential calls of `consultations.recordMany`, as from a system that was offline for
 * days: without external ids, with external ids, and the latter once more. Baseline: a COPY of the same rows into a table
 * with the same keys and indexes. Rounds alternate.
 */
async function main(): Promise<void> {
  const platform = await startBenchPlatform();
  const target = { url: `${platform.base}consultations.recordMany`, cookie: platform.cookie };
  const seconds = {
    copy: [] as number[],
    without: [] as number[],
    withIds: [] as number[],
    again: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const items = createItems(round);
    const itemsWithIds = items.map((item, index) => ({ ...item, externalId: `visit ${round}/${index}` }));
    seconds.copy.push(await copy(platform.ownerUrl, items));
    seconds.without.push(await send(items, { ...target, expected: { recorded: ITEM_COUNT } }));
    seconds.withIds.push(await send(itemsWithIds, { ...target, expected: { recorded: ITEM_COUNT } }));
    seconds.again.push(await send(itemsWithIds, { ...target, expected: { alreadyRecorded: ITEM_COUNT } }));
  }
  const baseline = median(seconds.copy);
  const format = (name: string, values: readonly number[]) =>
    `  ${name}: ${median(values).toFixed(2)} s, worst ${Math.max(...values).toFixed(2)} s, ratio ${(median(values) / baseline).toFixed(1)}\n`;
  process.stdout.write(
    `${ITEM_COUNT.toLocaleString('en')} consultations in ${CALL_COUNT} calls, median of ${ROUNDS} rounds\n` +
      format('COPY into a table with the same indexes', seconds.copy) +
      format('recordMany', seconds.without) +
      format('recordMany, an external id on every line', seconds.withIds) +
      format('the same calls again', seconds.again),
  );
  await platform.close();
}

function createItems(round: number): Item[] {
  return Array.from({ length: ITEM_COUNT }, (_none, index) => ({
    patientId: `P-${(index * 7919) % 3_000}`,
    pathologyName: NAMES[(index * 31 + round) % NAMES.length] ?? '',
    // Over ten days.
    consultationDate: new Date(Date.UTC(2026, 2, 1) + index * 86_400).toISOString(),
  }));
}

interface Target {
  readonly url: string;
  readonly cookie: string;
  /** Expected number of items by status of the result. */
  readonly expected: Readonly<Record<string, number>>;
}

/** @returns the seconds until the last response was read */
async function send(items: readonly Item[], { url, cookie, expected }: Target): Promise<number> {
  const counts: Record<string, number> = {};
  const began = performance.now();
  for (let first = 0; first < items.length; first += ITEM_COUNT / CALL_COUNT) {
    const consultations = items.slice(first, first + ITEM_COUNT / CALL_COUNT);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ json: { consultations } }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`answered ${response.status}: ${text.slice(0, 200)}`);
    for (const [, status = ''] of text.matchAll(/"status":"(\w+)"/g))
      counts[status] = (counts[status] ?? 0) + 1;
  }
  const seconds = (performance.now() - began) / 1000;
  if (JSON.stringify(counts) !== JSON.stringify(expected))
    throw new Error(`answered ${JSON.stringify(counts)}`);
  return seconds;
}

async function copy(url: string, items: readonly Item[]): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE baseline (LIKE consultation INCLUDING ALL)');
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM pathology LIMIT 1`);
    const began = performance.now();
    const columns = 'country, pathology_id, patient_id, consulted_at, recorded_by';
    const stream = client.query(copyFrom(`COPY baseline (${columns}) FROM STDIN (FORMAT csv)`));
    const id = rows[0]?.id ?? '';
    await pipeline(
      Readable.from(
        items.map(({ patientId, consultationDate }) => `KE,${id},${patientId},${consultationDate},${id}\n`),
      ),
      stream,
    );
    return (performance.now() - began) / 1000;
  } finally {
    await client.query('DROP TABLE baseline');
    await client.end();
  }
}

runBenchmark(main);
