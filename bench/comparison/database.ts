import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { beginSession } from '../../dev/demo/demo-platform';
import { insertScaleData } from '../../dev/demo/insert-scale-data';
import { applicationUrl } from '../../dev/postgres/connection';
import { dataOf } from '../../dev/postgres/server-folder';
import { startTemporaryPostgres } from '../../dev/postgres/temporary-postgres';
import { readDatabaseSettings } from '../../src/platform/config/environment';
import { migrationOptions, withDataSource } from '../../src/platform/database/data-source';
import { migrate } from '../../src/platform/database/migrations';
import { CREATE_BARE_COUNTS, INSERT_BARE_COUNTS } from './seed';

/** The consultations are of the three years before. */
const SEEDED_UNTIL = new Date('2025-12-31T00:00:00Z');

/** Values of the `Cookie` header of the accounts that call. */
export interface Cookies {
  readonly doctor: string;
  readonly ministry: string;
}

/** One database server with equal databases for the contestants. */
export interface BenchDatabase {
  /** Process id of the server, whose children do the work. */
  readonly pid: number;
  readonly version: string;
  readonly cookies: Cookies;
  /** Creates a database with the data. @returns its connection URL */
  readonly clone: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts PostgreSQL and fills a database from which the others are cloned. */
export async function startBenchDatabase(consultations: number): Promise<BenchDatabase> {
  const postgres = await startTemporaryPostgres();
  try {
    const settings = readDatabaseSettings({
      DATABASE_URL: applicationUrl(postgres.ownerUrl),
      DATABASE_MIGRATION_URL: postgres.ownerUrl,
    });
    await migrate(settings);
    const filled = await withDataSource(migrationOptions(settings), async (dataSource) => {
      await insertScaleData(dataSource, { consultations, now: SEEDED_UNTIL });
      await dataSource.query(CREATE_BARE_COUNTS);
      await dataSource.query(INSERT_BARE_COUNTS);
      await dataSource.query('VACUUM ANALYZE');
      return { cookies: await beginSessions(dataSource), version: await readVersion(dataSource) };
    });
    return {
      ...filled,
      pid: readPid(dataOf(postgres.directory)),
      clone: (name) => clone(postgres.ownerUrl, name),
      stop: () => postgres.stop(),
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function beginSessions(dataSource: DataSource): Promise<Cookies> {
  const cookieOf = async (username: string) => `session=${await beginSession(dataSource, username)}`;
  return { doctor: await cookieOf('doctor.ke'), ministry: await cookieOf('ministry') };
}

async function readVersion(dataSource: DataSource): Promise<string> {
  const [row] = await dataSource.query<{ server_version: string }[]>('SHOW server_version');
  return row?.server_version ?? '';
}

function readPid(data: string): number {
  return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

async function clone(templateUrl: string, name: string): Promise<string> {
  const template = new URL(templateUrl);
  const [administration, cloned] = [new URL(templateUrl), new URL(templateUrl)];
  administration.pathname = '/postgres';
  cloned.pathname = `/${name}`;
  await withDataSource({ type: 'postgres', url: administration.href }, (dataSource) =>
    dataSource.query(`CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`),
  );
  return cloned.href;
}
