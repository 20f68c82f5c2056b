import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as fc from 'fast-check';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { checkoutRoot } from '../../../../dev/checkout';
import { typeScriptCommand } from '../../../support/typescript-command';
import { Program } from '../../../stack/program';
import { type Outcome, pick } from './processes';

const COUNTRIES = ['KE', 'TZ', 'UG'];
const PATHOLOGIES = ['Malaria', 'paludisme', 'Ziwa fever', 'ZIWA  fevér', 'Kisumu fever'];
const MEDICATIONS = ['Paracetamol', 'Dawa ya homa', 'Dawa ya TUMBO'];
const DAYS = ['2023-12-31', '2024-02-29', '2024-03-01'];
/** Small, so that a file has many batches. */
const BATCH_LINES = '100';
/** More runs than crashes can end. */
const MAX_RUNS = 12;

/** A file whose import is killed several times, and repeated until it is complete. */
export interface ImportWrite {
  readonly kind: 'import';
  readonly of: 'consultations' | 'sales';
  readonly lines: number;
  /** For each killed process, the time after its first recorded line. */
  readonly killedAfterMs: readonly number[];
  /** Processes that import the file concurrently at the end. */
  readonly copies: number;
}

export const importWrites: fc.Arbitrary<ImportWrite> = fc.record({
  kind: fc.constant('import' as const),
  of: fc.constantFrom('consultations', 'sales'),
  lines: fc.integer({ min: 1, max: 1_500 }),
  killedAfterMs: fc.array(fc.nat({ max: 80 }), { maxLength: 2 }),
  copies: fc.integer({ min: 1, max: 2 }),
});

interface Imported {
  readonly write: ImportWrite;
  /** Expected records of each line, by the line's identity. */
  readonly expected: ReadonlyMap<string, number>;
}

/** Imports files in separate processes, and checks the records of completed imports. */
export class ImportWrites {
  private readonly imported: Imported[] = [];
  private folder: string | undefined;

  /** @param run identifies this interleaving's files in the database */
  constructor(
    private readonly run: number,
    private readonly urls: { readonly databaseUrl: string; readonly ownerUrl: string },
  ) {}

  async import(write: ImportWrite): Promise<Outcome[]> {
    const number = this.imported.length;
    const { text, expected } = createTable(write, { run: this.run, file: number });
    this.imported.push({ write, expected });
    this.folder ??= await mkdtemp(join(tmpdir(), 'counts-'));
    const path = join(this.folder, `run-${this.run}-file-${number}.csv`);
    await writeFile(path, text);
    const outcomes: Outcome[] = [];
    for (const afterMs of write.killedAfterMs) outcomes.push(await this.runAndKill(path, { write, afterMs }));
    const all = Array.from({ length: write.copies }, (_none, copy) => this.runToEnd(path, { write, copy }));
    return [...outcomes, ...(await Promise.all(all))];
  }

  /** Lists the records that differ from the files. */
  async findContradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<{ identity: string; times: number }[]>(
      `SELECT patient_id AS identity, count(*)::integer AS times FROM consultation WHERE patient_id LIKE $1 GROUP BY 1
       UNION ALL
       SELECT 'S-' || extract(epoch FROM s.sold_at AT TIME ZONE 'UTC') * 1000 % 86400000, count(*)::integer
       FROM medication_sale s JOIN account a ON a.id = s.recorded_by WHERE a.issuer = 'import' AND a.name LIKE $2 GROUP BY 1`,
      [`I-${this.run}-%`, `run-${this.run}-%`],
    );
    const stored = new Map(rows.map(({ identity, times }) => [identity.replace(/\.0+$/, ''), times]));
    const expected = new Map(this.imported.flatMap((file) => [...file.expected]));
    return [...new Set([...stored.keys(), ...expected.keys()])].flatMap((line) => {
      const [actual, wanted] = [stored.get(line) ?? 0, expected.get(line) ?? 0];
      return actual === wanted ? [] : [`the line ${line} is recorded ${actual} times, not ${wanted} times`];
    });
  }

  async close(): Promise<void> {
    if (this.folder !== undefined) await rm(this.folder, { recursive: true });
  }

  private start(path: string, { of }: ImportWrite, copy = 0): Program {
    const options = [path, '--refused', `${path}.${copy}.refused.csv`, '--batch-lines', BATCH_LINES];
    const command = typeScriptCommand(`src/integrations/imports/import-${of}.cli.ts`, ...options);
    return new Program(command, { cwd: checkoutRoot, variables: { DATABASE_URL: this.urls.databaseUrl } });
  }

  /** Kills the process while it records a batch, unless it has ended before. */
  private async runAndKill(
    path: string,
    { write, afterMs }: { write: ImportWrite; afterMs: number },
  ): Promise<Outcome> {
    const program = this.start(path, write);
    const end = program.end();
    const ended = end.then(() => true);
    // A crash terminates connections of the platform's role only.
    const observer = new Client({ connectionString: this.urls.ownerUrl });
    await observer.connect();
    while (!(await Promise.race([ended, wait(5, false)]))) if (await isRecording(observer)) break;
    await observer.end();
    await wait(afterMs);
    program.kill();
    const { code } = await end;
    return code === 0 ? { kind: 'done', data: code } : { kind: 'unknown' };
  }

  private async runToEnd(
    path: string,
    { write, copy }: { write: ImportWrite; copy: number },
  ): Promise<Outcome> {
    let lastError = '';
    for (let runs = 0; runs < MAX_RUNS; runs += 1) {
      const program = this.start(path, write, copy);
      const { code, stdout, stderr } = await program.end().finally(() => {
        program.kill();
      });
      if (code === 0) return { kind: 'done', data: stdout };
      lastError = stderr;
    }
    throw new Error(`an import does not end: ${lastError}`);
  }
}

/** Whether an import is reading or recording its lines. */
async function isRecording(observer: Client): Promise<boolean> {
  const { rowCount } = await observer.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%import_line%'`,
  );
  return rowCount !== 0;
}

/** Creates a file and the expected records of its lines. Some lines occur twice; with an external id, they count once. */
function createTable(
  { of, lines }: ImportWrite,
  { run, file }: { run: number; file: number },
): { text: string; expected: ReadonlyMap<string, number> } {
  const columns = of === 'consultations' ? 'patient,pathology' : 'medication,units';
  const rows = [`external id,${columns},date,country`];
  const expected = new Map<string, number>();
  for (let index = 0; index < lines; index += 1) {
    const id = index % 3 === 0 ? '' : `line ${index}`;
    const milliseconds = (run * 2 + file) * 2_000 + index;
    const day = Date.parse(`${pick(DAYS, index)}T00:00:00.000Z`);
    const timestamp = new Date(day + milliseconds).toISOString();
    const country = pick(COUNTRIES, index);
    const identity = of === 'consultations' ? `I-${run}-${milliseconds}` : `S-${milliseconds}`;
    const cells =
      of === 'consultations'
        ? [id, identity, pick(PATHOLOGIES, index), timestamp, country]
        : [id, pick(MEDICATIONS, index), 1 + (index % 7), timestamp, country];
    const times = index % 50 === 0 || index % 50 === 1 ? 2 : 1;
    for (let time = 0; time < times; time += 1) rows.push(cells.join(','));
    expected.set(identity, id === '' ? times : 1);
  }
  return { text: `${rows.join('\n')}\n`, expected };
}
