import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { startTemporaryPostgres } from '../dev/postgres/temporary-postgres';
import { processEnvironment, readDatabaseSettings } from '../src/platform/config/environment';
import { migrate } from '../src/platform/database/migrations';
import { runBenchmark } from './benchmark';

const RECORD_COUNT = Number(process.argv[2] ?? 1_000_000);
const COUNTRIES = ['KE', 'TZ', 'UG', 'SN', 'CI', 'MZ', 'EG', 'NG'];
const PATHOLOGIES = [
  'Malaria',
  'Cholera',
  'Tuberculosis',
  'Measles',
  'Paludisme',
  'Diarrhoea',
  'Typhoid fever',
];
const MEDICATIONS = ['Paracetamol', 'Amoxicillin', 'Ibuprofen', 'Artesunate', 'Metformin', 'Salbutamol'];

interface Table {
  readonly kind: 'sales' | 'consultations';
  readonly columns: string;
  readonly record: (index: number) => string;
}

const tables: readonly Table[] = [
  {
    kind: 'consultations',
    columns: 'externalId,country,patientId,pathologyName,consultationDate',
    record: (index) =>
      `v-${index},${pick(COUNTRIES, index)},P-${index % 300_000},${pick(PATHOLOGIES, index)},${timestampOf(index)}`,
  },
  {
    kind: 'sales',
    columns: 'country,medicationName,units,soldAt',
    record: (index) =>
      `${pick(COUNTRIES, index)},${pick(MEDICATIONS, index)},${1 + (index % 90)},${timestampOf(index)}`,
  },
];

/**
 * Measures time and peak memory of the import commands on files of a million records, and of a second import of the same
 * file. Consultations have external ids; sales are identified by their content. Baseline: a COPY of the same file into an
 * unlogged table without keys.
 */
async function main(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'import-bench-'));
  try {
    await migrate(readDatabaseSettings(postgres.settings));
    for (const table of tables) {
      const path = join(folder, `${table.kind}.csv`);
      await writeTable(path, table);
      const baseline = await copyFile(path, table, postgres.ownerUrl);
      const first = await runImport(path, table, postgres.url);
      const again = await runImport(path, table, postgres.url);
      process.stdout.write(
        `${table.kind}, ${RECORD_COUNT.toLocaleString('en')} lines\n` +
          `  plain COPY into an unlogged table: ${baseline.toFixed(1)} s\n` +
          `  import: ${formatRun(first)}, ratio ${(first.seconds / baseline).toFixed(1)}\n` +
          `  the same file again: ${formatRun(again)}, ratio ${(again.seconds / baseline).toFixed(1)}\n`,
      );
    }
  } finally {
    await rm(folder, { recursive: true });
    await postgres.stop();
  }
}

interface Run {
  readonly seconds: number;
  /** Peak resident memory in MB. */
  readonly peak: number;
  readonly summary: string;
}

function formatRun({ seconds, peak, summary }: Run): string {
  return `${seconds.toFixed(1)} s, peak ${peak} MB (${summary})`;
}

async function writeTable(path: string, { columns, record }: Table): Promise<void> {
  await pipeline(
    Readable.from(
      (function* () {
        yield `${columns}\n`;
        for (let first = 0; first < RECORD_COUNT; first += 1000) {
          const count = Math.min(1000, RECORD_COUNT - first);
          yield `${Array.from({ length: count }, (_, offset) => record(first + offset)).join('\n')}\n`;
        }
      })(),
    ),
    createWriteStream(path),
  );
}

async function copyFile(path: string, { columns }: Table, url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const definitions = columns.split(',').map((name) => `${name} text`);
    await client.query(`CREATE UNLOGGED TABLE baseline (${definitions.join(', ')})`);
    const began = Date.now();
    await pipeline(
      createReadStream(path),
      client.query(copyFrom('COPY baseline FROM STDIN (FORMAT csv, HEADER)')),
    );
    return (Date.now() - began) / 1000;
  } finally {
    await client.query('DROP TABLE IF EXISTS baseline');
    await client.end();
  }
}

async function runImport(path: string, { kind }: Table, url: string): Promise<Run> {
  const command = join(__dirname, '..', 'src', 'integrations', 'imports', `import-${kind}.cli.js`);
  const began = Date.now();
  const child = spawn(process.execPath, [command, path], {
    env: { ...processEnvironment(), DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let summary = '';
  child.stdout.on('data', (chunk: Buffer) => (summary += chunk.toString()));
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, readPeakMemory(child.pid ?? 0))), 100);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(timer);
  if (code !== 0) throw new Error(`the import ended with ${code}: ${summary}`);
  return { seconds: (Date.now() - began) / 1000, peak, summary: summary.replace(/^.*lines: /, '').trim() };
}

/** Returns the peak resident memory of a process in MB; 0 if it has ended or the system is not Linux. */
function readPeakMemory(pid: number): number {
  try {
    const found = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Math.round(Number(found?.[1] ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function pick(names: readonly string[], index: number): string {
  return names[(index * 7919) % names.length] ?? '';
}

/** Returns a time in 2025, later for a greater index. */
function timestampOf(index: number): string {
  return new Date(
    Date.UTC(2025, 0, 1) + Math.floor((index / RECORD_COUNT) * 365 * 86_400) * 1000,
  ).toISOString();
}

runBenchmark(main);
