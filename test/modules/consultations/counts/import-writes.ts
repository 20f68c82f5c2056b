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
import { type Outcome, only } from './processes';

const COUNTRIES = ['KE', 'TZ', 'UG'];
const PATHOLOGIES = ['Malaria', 'paludisme', 'Ziwa fever', 'ZIWA  fevér', 'Kisumu fever'];
const MEDICATIONS = ['Paracetamol', 'Dawa ya homa', 'Dawa ya TUMBO'];
const DAYS = ['2023-12-31', '2024-02-29', '2024-03-01'];
/** So few that a file has many batches. */
const BATCH_LINES = '100';
/** Longer than any number of runs that crashes can end. */
const MOST_RUNS = 12;

/** A file that is imported, by a process that is killed, and run again until it is done. */
export interface ImportWrite {
  readonly kind: 'import';
  readonly of: 'consultations' | 'sales';
  readonly lines: number;
  /** Milliseconds from the moment at which a process has begun to record, for each that is killed. */
  readonly killedAfterMs: readonly number[];
  /** How many processes import it at the same time, none of which is killed. */
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
  /** How often each line is to be there, by what it is known by. */
  readonly expected: ReadonlyMap<string, number>;
}

/** Imports files in processes of their own, and keeps what has to be there when they say that they are done. */
export class ImportWrites {
  private readonly imported: Imported[] = [];
  private folder: string | undefined;

  /** @param run tells this interleaving's files from those of others in the same database */
  constructor(
    private readonly run: number,
    private readonly databaseUrl: string,
  ) {}

  async import(write: ImportWrite): Promise<Outcome[]> {
    const number = this.imported.length;
    const { text, expected } = tableOf(write, { run: this.run, file: number });
    this.imported.push({ write, expected });
    this.folder ??= await mkdtemp(join(tmpdir(), 'counts-'));
    const path = join(this.folder, `run-${this.run}-file-${number}.csv`);
    await writeFile(path, text);
    const outcomes: Outcome[] = [];
    for (const after of write.killedAfterMs) outcomes.push(await this.runAndKill(path, { write, after }));
    const copies = Array.from({ length: write.copies }, (_none, copy) =>
      this.runToItsEnd(path, { write, copy }),
    );
    return [...outcomes, ...(await Promise.all(copies))];
  }

  /** What the database has that contradicts the files. */
  async contradictions(database: DataSource): Promise<string[]> {
    const rows = await database.query<{ known: string; times: number }[]>(
      `SELECT patient_id AS known, count(*)::integer AS times FROM consultation WHERE patient_id LIKE $1 GROUP BY 1
       UNION ALL
       SELECT 'S-' || extract(epoch FROM s.sold_at AT TIME ZONE 'UTC') * 1000 % 86400000, count(*)::integer
       FROM medication_sale s JOIN account a ON a.id = s.recorded_by WHERE a.issuer = 'import' AND a.name LIKE $2 GROUP BY 1`,
      [`I-${this.run}-%`, `run-${this.run}-%`],
    );
    const there = new Map(rows.map(({ known, times }) => [known.replace(/\.0+$/, ''), times]));
    const expected = new Map(this.imported.flatMap((file) => [...file.expected]));
    return [...new Set([...there.keys(), ...expected.keys()])].flatMap((line) => {
      const [is, should] = [there.get(line) ?? 0, expected.get(line) ?? 0];
      return is === should ? [] : [`the imported line ${line} is there ${is} times, not ${should} times`];
    });
  }

  async close(): Promise<void> {
    if (this.folder !== undefined) await rm(this.folder, { recursive: true });
  }

  private start(path: string, { of }: ImportWrite, copy = 0): Program {
    const report = ['--refused', `${path}.${copy}.refused.csv`];
    const command = typeScriptCommand(
      `src/integrations/imports/import-${of}.cli.ts`,
      path,
      ...report,
      '--batch-lines',
      BATCH_LINES,
    );
    return new Program(command, { cwd: checkoutRoot, variables: { DATABASE_URL: this.databaseUrl } });
  }

  /** The signal that nobody can catch, while a batch is being recorded; or too late, where the process was faster. */
  private async runAndKill(
    path: string,
    { write, after }: { write: ImportWrite; after: number },
  ): Promise<Outcome> {
    const program = this.start(path, write);
    const end = program.end();
    const hasEnded = end.then(() => true);
    const observer = new Client({ connectionString: this.databaseUrl });
    await observer.connect();
    while (!(await Promise.race([hasEnded, wait(5, false)]))) if (await isRecording(observer)) break;
    await observer.end();
    await wait(after);
    program.kill();
    const { code } = await end;
    return code === 0 ? { kind: 'done', data: code } : { kind: 'unknown' };
  }

  private async runToItsEnd(
    path: string,
    { write, copy }: { write: ImportWrite; copy: number },
  ): Promise<Outcome> {
    let said = '';
    for (let runs = 0; runs < MOST_RUNS; runs += 1) {
      const program = this.start(path, write, copy);
      const { code, stdout, stderr } = await program.end().finally(() => {
        program.kill();
      });
      if (code === 0) return { kind: 'done', data: stdout };
      said = stderr;
    }
    throw new Error(`an import does not come to its end: ${said}`);
  }
}

/** Whether some import has begun with its lines. */
async function isRecording(observer: Client): Promise<boolean> {
  const { rowCount } = await observer.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%import_line%'`,
  );
  return rowCount !== 0;
}

/** A file's lines, and how often each is to be recorded. Some stand in it twice: with an id of their own, that is one. */
function tableOf(
  { of, lines }: ImportWrite,
  { run, file }: { run: number; file: number },
): { text: string; expected: ReadonlyMap<string, number> } {
  const header =
    of === 'consultations'
      ? 'external id,patient,pathology,date,country'
      : 'external id,medication,units,date,country';
  const rows = [header];
  const expected = new Map<string, number>();
  for (let index = 0; index < lines; index += 1) {
    const id = index % 3 === 0 ? '' : `line ${index}`;
    const milliseconds = (run * 2 + file) * 2_000 + index;
    const day = Date.parse(`${pick(DAYS, index)}T00:00:00.000Z`);
    const moment = new Date(day + milliseconds).toISOString();
    const country = pick(COUNTRIES, index);
    const known = of === 'consultations' ? `I-${run}-${milliseconds}` : `S-${milliseconds}`;
    const cells =
      of === 'consultations'
        ? [id, known, pick(PATHOLOGIES, index), moment, country]
        : [id, pick(MEDICATIONS, index), 1 + (index % 7), moment, country];
    const times = index % 50 === 0 || index % 50 === 1 ? 2 : 1;
    for (let time = 0; time < times; time += 1) rows.push(cells.join(','));
    expected.set(known, id === '' ? times : 1);
  }
  return { text: `${rows.join('\n')}\n`, expected };
}

function pick<Value>(values: readonly Value[], index: number): Value {
  return only(values[index % values.length]);
}
