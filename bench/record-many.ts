import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startBenchPlatform } from './bench-platform';
import { median } from './median';

const LINES = 10_000;
const CALLS = 10;
const ROUNDS = 5;

/** A system's names for what it treats: of the catalogue, synonyms, and some of its own. */
const NAMES = ['Malaria', 'paludisme', 'Cholera', 'Typhoid fever', 'Hypertension', 'Asthma', 'Homa ya Ziwa'];

interface Line {
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultationDate: string;
  readonly externalId?: string;
}

/**
 * 10,000 consultations in 10 calls of `consultations.recordMany`, one after another over HTTP, as a system sends them that
 * was offline for days: without external ids, with one on every line, and all of those once more. Against a COPY of the
 * same rows into a table like that of consultations, with its keys and indexes: in one run, rounds taking turns.
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
    const lines = linesOf(round);
    const claimed = lines.map((line, index) => ({ ...line, externalId: `visit ${round}/${index}` }));
    seconds.copy.push(await copy(platform.databaseUrl, lines));
    seconds.without.push(await send(lines, { ...target, expected: { recorded: LINES } }));
    seconds.withIds.push(await send(claimed, { ...target, expected: { recorded: LINES } }));
    seconds.again.push(await send(claimed, { ...target, expected: { alreadyRecorded: LINES } }));
  }
  const baseline = median(seconds.copy);
  const told = (name: string, values: readonly number[]) =>
    `  ${name}: ${median(values).toFixed(2)} s, worst ${Math.max(...values).toFixed(2)} s, ratio ${(median(values) / baseline).toFixed(1)}\n`;
  process.stdout.write(
    `${LINES.toLocaleString('en')} consultations in ${CALLS} calls, median of ${ROUNDS} rounds\n` +
      told('COPY into a table with the same indexes', seconds.copy) +
      told('recordMany', seconds.without) +
      told('recordMany, an external id on every line', seconds.withIds) +
      told('the same calls again', seconds.again),
  );
  await platform.close();
}

function linesOf(round: number): Line[] {
  return Array.from({ length: LINES }, (_none, index) => ({
    patientId: `P-${(index * 7919) % 3_000}`,
    pathologyName: NAMES[(index * 31 + round) % NAMES.length] ?? '',
    // Over the ten days that the system was offline.
    consultationDate: new Date(Date.UTC(2026, 2, 1) + index * 86_400).toISOString(),
  }));
}

interface Target {
  readonly url: string;
  readonly cookie: string;
  /** How many of all lines are to be answered as what. */
  readonly expected: Readonly<Record<string, number>>;
}

/** @returns how many seconds it took until the last answer was read */
async function send(lines: readonly Line[], { url, cookie, expected }: Target): Promise<number> {
  const counts: Record<string, number> = {};
  const began = performance.now();
  for (let first = 0; first < lines.length; first += LINES / CALLS) {
    const consultations = lines.slice(first, first + LINES / CALLS);
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

async function copy(url: string, lines: readonly Line[]): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE baseline (LIKE consultation INCLUDING ALL)');
    const { rows } = await client.query<{ id: string }>(`SELECT id FROM pathology LIMIT 1`);
    const began = performance.now();
    const columns = 'country, pathology_id, patient_id, consulted_at, recorded_by';
    const into = client.query(copyFrom(`COPY baseline (${columns}) FROM STDIN (FORMAT csv)`));
    const id = rows[0]?.id ?? '';
    await pipeline(
      Readable.from(
        lines.map(({ patientId, consultationDate }) => `KE,${id},${patientId},${consultationDate},${id}\n`),
      ),
      into,
    );
    return (performance.now() - began) / 1000;
  } finally {
    await client.query('DROP TABLE baseline');
    await client.end();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
});
