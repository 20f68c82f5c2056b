import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { DataSource } from 'typeorm';
import { readDatabaseSettings } from '../../../src/platform/config/environment';
import { migrationOptions } from '../../../src/platform/database/data-source';
import { importCommand } from '../../../src/integrations/imports/import-command';
import { consultationsImport } from '../../../src/integrations/imports/consultations-import';
import { salesImport } from '../../../src/integrations/imports/sales-import';
import { check } from '../../modules/consultations/counts/count-check';
import { Program, shellEnvironment } from '../../stack/program';
import { type TestDatabase, createDatabase } from '../../support/database';
import { runTypeScript } from '../../support/run-typescript';

export type Kind = 'consultations' | 'sales';

/** How an import ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A line of the report of refused lines, without the line itself. */
export interface Refusal {
  readonly line: number;
  readonly reasons: string;
  readonly cells: readonly string[];
}

/** A database and a folder of files for it. */
export class ImportRun {
  private constructor(
    readonly folder: string,
    readonly database: DataSource,
    private readonly own: TestDatabase,
  ) {}

  static async begin(): Promise<ImportRun> {
    const own = await createDatabase();
    const settings = readDatabaseSettings({ DATABASE_URL: own.url });
    const database = await new DataSource(migrationOptions(settings)).initialize();
    return new ImportRun(await mkdtemp(join(tmpdir(), 'imports-')), database, own);
  }

  async end(): Promise<void> {
    await this.database.destroy();
    await this.own.drop();
    await rm(this.folder, { recursive: true });
  }

  get databaseUrl(): string {
    return this.own.url;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  async write(name: string, content: string | Buffer | readonly string[]): Promise<string> {
    const text = typeof content === 'string' || Buffer.isBuffer(content) ? content : content.join('\n');
    await writeFile(this.path(name), text);
    return this.path(name);
  }

  /** Runs the command within this process, and recounts afterwards. */
  async import(kind: Kind, ...args: readonly string[]): Promise<Ended> {
    const command = importCommand(kind === 'sales' ? salesImport : consultationsImport);
    const written = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((name) =>
      jest.spyOn(process[name], 'write').mockImplementation((text) => {
        written[name] += String(text);
        return true;
      }),
    );
    try {
      const code = await command({ args, variables: {}, dataSource: this.database });
      return { code, ...written };
    } finally {
      for (const spy of spies) spy.mockRestore();
      await this.recount();
    }
  }

  /** Starts the command as a process of its own. */
  launch(kind: Kind, ...args: readonly string[]): Program {
    return new Program(this.command(kind, args), {
      cwd: this.folder,
      variables: { DATABASE_URL: this.own.url },
    });
  }

  /** Starts the command as a process of its own, by a line of the shell in which `"$@"` is the command. */
  launchIn(shell: string, kind: Kind, ...args: readonly string[]): Program {
    return new Program(['sh', '-c', shell, 'sh', ...this.command(kind, args)], {
      cwd: this.folder,
      variables: { DATABASE_URL: this.own.url },
    });
  }

  /** Runs the command as a process of its own, and answers the most memory that it had, in MB. */
  async measure(kind: Kind, ...args: readonly string[]): Promise<Ended & { peak: number }> {
    const [file, ...rest] = this.command(kind, args);
    const child = spawn(file, rest, {
      cwd: this.folder,
      env: shellEnvironment({ DATABASE_URL: this.own.url }),
    });
    let [stdout, stderr, peak] = ['', '', 0];
    child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid))), 20);
    const [code] = (await once(child, 'close')) as [number];
    clearInterval(watch);
    return { code, stdout, stderr, peak };
  }

  private command(kind: Kind, args: readonly string[]): [string, ...string[]] {
    return runTypeScript(`src/integrations/imports/import-${kind}.cli.ts`, ...args);
  }

  /** Every count is what its records add up to. */
  async recount(): Promise<void> {
    expect(await check(this.database)).toMatchObject({ code: 0 });
  }

  async refusals(name: string): Promise<Refusal[]> {
    const text = await readFile(this.path(name), 'utf8');
    const delimiter = /^\uFEFFline(.)/.exec(text)?.[1] ?? ',';
    const [, ...rows]: string[][] = parse(text, { bom: true, delimiter, relax_column_count: true });
    return rows.map(([line = '', reasons = '', ...cells]) => ({ line: Number(line), reasons, cells }));
  }

  /** What is recorded of sales, in one order. */
  sales(): Promise<Record<string, unknown>[]> {
    return this.database.query(
      `SELECT s.country, m.name, s.units, to_char(s.sold_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
       FROM medication_sale s JOIN medication m ON m.id = s.medication_id ORDER BY s.sold_at, m.name, s.units, s.country`,
    );
  }

  /** What is recorded of consultations, in one order. */
  consultations(): Promise<Record<string, unknown>[]> {
    return this.database.query(
      `SELECT c.country, c.patient_id AS patient, p.name, to_char(c.consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY c.patient_id, c.consulted_at, p.name`,
    );
  }

  /** How many rows each table has that an import can write to. */
  async sizes(): Promise<Record<string, number>> {
    const tables = [
      'account',
      'consultation',
      'consultation_claim',
      'import_file',
      'medication',
      'medication_daily_units',
      'medication_sale',
      'medication_sale_claim',
      'pathology',
      'pathology_daily_count',
      'pathology_name',
    ];
    const [row] = await this.database.query<[Record<string, number>]>(
      `SELECT ${tables.map((table) => `(SELECT count(*)::integer FROM ${table}) AS ${table}`).join(', ')}`,
    );
    return row;
  }
}

/** The most memory that a process has had so far, in MB, as Linux tells. */
function peakOf(pid = 0): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
