import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { DataSource } from 'typeorm';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { createImportCommand } from '../../../src/integrations/imports/import-command';
import { consultationsImport } from '../../../src/integrations/imports/consultations-import';
import { salesImport } from '../../../src/integrations/imports/sales-import';
import { runCheckCounts } from '../../modules/consultations/counts/count-check';
import { Program, shellEnvironment } from '../../stack/program';
import { type TestDatabase, createDatabase } from '../../support/database';
import { typeScriptCommand } from '../../support/typescript-command';
import { DATABASE_DEADLINES } from '../../support/environment';
import { ALL_CASES, ALL_UNITS } from '../../support/daily-counts';

export type Kind = 'consultations' | 'sales';

interface ImportOutput {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** An entry of the report of refused lines. */
interface Refusal {
  readonly line: number;
  readonly reasons: string;
  readonly cells: readonly string[];
}

/** A test database and a folder for files to import. */
export class ImportRun {
  private begun: { folder: string; database: DataSource; testDatabase: TestDatabase } | undefined;

  async begin(): Promise<void> {
    const testDatabase = await createDatabase();
    const settings = readDatabaseSettings({ ...DATABASE_DEADLINES, ...testDatabase.settings });
    const database = await new DataSource(migrationOptions(settings)).initialize();
    this.begun = { folder: await mkdtemp(join(tmpdir(), 'imports-')), database, testDatabase };
  }

  /** Checks all counts, and deletes the database and the folder. */
  async end(): Promise<void> {
    const { folder, database, testDatabase } = this.running;
    try {
      await this.expectCorrectCounts();
    } finally {
      await database.destroy();
      await testDatabase.drop();
      await rm(folder, { recursive: true });
    }
  }

  get folder(): string {
    return this.running.folder;
  }

  get database(): DataSource {
    return this.running.database;
  }

  get databaseUrl(): string {
    return this.running.testDatabase.url;
  }

  private get running() {
    if (!this.begun) throw new Error('a run begins before each test, not before the suite');
    return this.begun;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, content: string | Buffer | readonly string[]): Promise<string> {
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : content.join('\n');
    await writeFile(this.path(name), text);
    return this.path(name);
  }

  /** Runs the command in this process, and checks all counts afterwards. */
  async import(kind: Kind, ...args: readonly string[]): Promise<ImportOutput> {
    const command = createImportCommand(kind === 'sales' ? salesImport : consultationsImport);
    const output = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      jest.spyOn(process[name], 'write').mockImplementation((text) => {
        output[name] += String(text);
        return true;
      }),
    );
    try {
      const code = await command({
        args,
        variables: {},
        dataSource: this.database,
        signal: new AbortController().signal,
      });
      return { code, ...output };
    } finally {
      for (const spy of spies) spy.mockRestore();
      await this.expectCorrectCounts();
    }
  }

  /** Imports a file of the folder. Returns the exit code and the numbers of recorded, already recorded and refused lines. */
  async importAndCount(kind: Kind, name: string, ...args: readonly string[]): Promise<number[]> {
    const { code, stdout } = await this.import(kind, this.path(name), ...args);
    const [, ...counts] =
      /: ([\d,]+) (?:would be )?recorded, ([\d,]+) already recorded, ([\d,]+) refused/.exec(stdout) ?? [];
    return [code, ...counts.map((count) => Number(count.replace(',', '')))];
  }

  importConsultations(name: string, ...args: readonly string[]): Promise<number[]> {
    return this.importAndCount('consultations', name, ...args);
  }

  /** Starts imports, releases a lock once all of them wait for it, and returns their exit codes in ascending order. */
  async importBehindLock(lockSql: string, kind: Kind, argumentLists: readonly string[][]) {
    const holder = this.database.createQueryRunner();
    await holder.startTransaction();
    await holder.query(lockSql);
    const programs = argumentLists.map((args) => this.launch(kind, ...args));
    for (let blocked = 0; blocked < programs.length;) {
      await wait(20);
      const sessions = await this.database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      blocked = sessions.length;
    }
    await holder.commitTransaction();
    await holder.release();
    const codes = await Promise.all(programs.map(async (program) => (await program.end()).code));
    return codes.toSorted();
  }

  /** Starts the command as a separate process. */
  launch(kind: Kind, ...args: readonly string[]): Program {
    return this.start(this.buildCommand(kind, args));
  }

  /** Starts the command as a separate process from a shell script, in which `"$@"` is the command. */
  launchInShell(script: string, kind: Kind, ...args: readonly string[]): Program {
    return this.start(['sh', '-c', script, 'sh', ...this.buildCommand(kind, args)]);
  }

  /** Runs the command as a separate process, and returns its peak memory in MB. */
  async measure(kind: Kind, ...args: readonly string[]): Promise<ImportOutput & { peak: number }> {
    const [file, ...rest] = this.buildCommand(kind, args);
    const child = spawn(file, rest, {
      cwd: this.folder,
      env: shellEnvironment({ DATABASE_URL: this.databaseUrl }),
    });
    let [stdout, stderr, peak] = ['', '', 0];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const sampling = setInterval(() => (peak = Math.max(peak, readPeakMemory(child.pid))), 20);
    const [code] = (await once(child, 'close')) as [number];
    clearInterval(sampling);
    return { code, stdout, stderr, peak };
  }

  private start(command: readonly [string, ...string[]]): Program {
    return new Program(command, { cwd: this.folder, variables: { DATABASE_URL: this.databaseUrl } });
  }

  private buildCommand(kind: Kind, args: readonly string[]): [string, ...string[]] {
    return typeScriptCommand(`src/integrations/imports/import-${kind}.cli.ts`, ...args);
  }

  /** Expects that every count equals the sum of its records. */
  async expectCorrectCounts(): Promise<void> {
    expect(await runCheckCounts(this.database)).toMatchObject({ code: 0 });
  }

  async readRefusals(name: string): Promise<Refusal[]> {
    const text = await readFile(this.path(name), 'utf8');
    const delimiter = /^\uFEFFline(.)/.exec(text)?.[1] ?? ',';
    const [, ...rows]: string[][] = parse(text, { bom: true, delimiter, relax_column_count: true });
    return rows.map(([line = '', reasons = '', ...cells]) => ({ line: Number(line), reasons, cells }));
  }

  /** Returns the recorded sales in a fixed order. */
  loadSales(): Promise<Record<string, unknown>[]> {
    return this.database.query(
      `SELECT s.country, m.name, s.units, to_char(s.sold_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
       FROM medication_sale s JOIN medication m ON m.id = s.medication_id ORDER BY s.sold_at, m.name, s.units, s.country`,
    );
  }

  /** Returns the recorded consultations in a fixed order. */
  loadConsultations(): Promise<Record<string, unknown>[]> {
    return this.database.query(
      `SELECT c.country, c.patient_id AS patient, p.name, to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY c.patient_id, c.consulted_at, p.name`,
    );
  }

  /** Returns the number of rows of each table to which an import can write. */
  async countRows(): Promise<Record<string, number>> {
    const tables = [
      'account',
      'consultation',
      'consultation_claim',
      'import_file',
      'medication',
      'medication_sale',
      'medication_sale_claim',
      'pathology',
      'pathology_name',
    ];
    const [row] = await this.database.query<[Record<string, number>]>(
      `SELECT ${tables.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`).join(', ')},
         (SELECT coalesce(sum(cases), 0)::integer FROM ${ALL_CASES} c) AS cases,
         (SELECT coalesce(sum(units), 0)::integer FROM ${ALL_UNITS} u) AS units`,
    );
    return row;
  }
}

/** Begins a run before each test of a suite, and ends it after the test. */
export function suiteImportRun(): ImportRun {
  const run = new ImportRun();
  beforeEach(() => run.begin());
  afterEach(() => run.end());
  return run;
}

/** Returns a process's peak memory so far in MB, from Linux's `/proc`. */
function readPeakMemory(pid = 0): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
