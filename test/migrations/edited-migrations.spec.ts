import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { z } from 'zod';
import { EditedMigrationError, statementDigest } from '../../src/platform/database/edited-migrations';
import { checkMigrations, runMigrations } from '../../src/platform/database/migrations';
import { type TestDatabase, createDatabase } from '../support/database';
import { startPlatform } from '../support/platform';
import { ServerProcess } from '../support/server-process';
import { until } from '../support/until';
import { FreshDatabase } from './fresh-database';

/** The original form of a migration. */
class CreateWards1763700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE ward (name text PRIMARY KEY)');
    await runner.query('INSERT INTO ward (name) SELECT unnest($1::text[])', [['north', 'south']]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE ward');
  }
}

class AddBeds1763700100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ward ADD COLUMN beds integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE ward DROP COLUMN beds');
  }
}

const idSchema = z.object({ id: z.string() });

type MigrationClass = new () => MigrationInterface;

/** Returns a migration of the same name with other statements. */
function editMigration(Original: MigrationClass, up: MigrationInterface['up']): MigrationClass {
  const Edited = class extends Original {
    override readonly name = Original.name;
    override up(runner: QueryRunner): Promise<void> {
      return up(runner);
    }
  };
  return Edited;
}

describe('a migration that was edited after it ran', () => {
  const database = new FreshDatabase();

  /** Connects as a process of the platform with these migrations does. */
  const connectWith = (...migrations: MigrationClass[]) => database.connect({ migrations });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const withOtherColumn = editMigration(CreateWards1763700000000, async (runner) => {
    await runner.query('CREATE TABLE ward (title text PRIMARY KEY)');
    await runner.query('INSERT INTO ward (title) SELECT unnest($1::text[])', [['north', 'south']]);
  });

  const withOtherData = editMigration(CreateWards1763700000000, async (runner) => {
    await runner.query('CREATE TABLE ward (name text PRIMARY KEY)');
    await runner.query('INSERT INTO ward (name) SELECT unnest($1::text[])', [['north', 'west']]);
  });

  it.each([
    ['a statement', withOtherColumn],
    ['the data that it inserts', withOtherData],
  ])('is reported with its name and advice if %s changed', async (_what, changed) => {
    await runMigrations(await connectWith(CreateWards1763700000000));
    const failure = runMigrations(await connectWith(changed, AddBeds1763700100000));
    await expect(failure).rejects.toThrow(EditedMigrationError);
    await expect(failure).rejects.toThrow(
      /edited after they ran on this database.*: CreateWards1763700000000\n[^]*npm run db:reset[^]*add a new migration/,
    );
  });

  it('stops the outstanding migrations', async () => {
    const before = await connectWith(CreateWards1763700000000);
    await runMigrations(before);
    await runMigrations(await connectWith(withOtherData, AddBeds1763700100000)).catch(() => undefined);
    expect(await before.query('SELECT * FROM ward')).toEqual([{ name: 'north' }, { name: 'south' }]);
  });

  it('is passed to the callback, and the other migrations run', async () => {
    await runMigrations(await connectWith(CreateWards1763700000000));
    const reported: string[] = [];
    const ran = await runMigrations(await connectWith(withOtherData, AddBeds1763700100000), (error) => {
      reported.push(error.message);
    });
    expect(ran).toEqual(['AddBeds1763700100000']);
    expect(reported).toEqual([expect.stringContaining('CreateWards1763700000000')]);
  });

  it('is found by a process that runs no migrations', async () => {
    const unchanged = await connectWith(CreateWards1763700000000);
    await runMigrations(unchanged);
    await expect(checkMigrations(unchanged)).resolves.toBeUndefined();
    await expect(checkMigrations(await connectWith(withOtherData))).rejects.toThrow(EditedMigrationError);
  });

  it('is not reported if only its layout changed', async () => {
    await runMigrations(await connectWith(CreateWards1763700000000));
    const laidOut = editMigration(CreateWards1763700000000, async (runner) => {
      await runner.query(`
        CREATE TABLE ward
          (name text PRIMARY KEY)`);
      await runner.query('INSERT INTO ward (name) SELECT unnest($1::text[])', [['north', 'south']]);
    });
    await expect(checkMigrations(await connectWith(laidOut))).resolves.toBeUndefined();
  });

  it('runs in its new form after it is reverted', async () => {
    const before = await connectWith(CreateWards1763700000000);
    await runMigrations(before);
    await before.undoLastMigration();
    const changed = await connectWith(withOtherData);
    expect(await runMigrations(changed)).toEqual(['CreateWards1763700000000']);
    expect(await runMigrations(changed)).toEqual([]);
    await expect(runMigrations(before)).rejects.toThrow(EditedMigrationError);
  });

  it('is found after the next run if it ran before digests were recorded', async () => {
    const before = await connectWith(CreateWards1763700000000);
    await before.runMigrations();
    await expect(checkMigrations(await connectWith(withOtherData))).resolves.toBeUndefined();
    expect(await runMigrations(before)).toEqual([]);
    await expect(checkMigrations(await connectWith(withOtherData))).rejects.toThrow(EditedMigrationError);
  });

  it('is found if a later migration failed', async () => {
    // TypeORM logs failures on the console.
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const failing = editMigration(AddBeds1763700100000, async (runner) => {
      await runner.query('ALTER TABLE bed ADD COLUMN ward text');
    });
    await runMigrations(await connectWith(CreateWards1763700000000, failing)).catch(() => undefined);
    await expect(checkMigrations(await connectWith(withOtherData))).rejects.toThrow(EditedMigrationError);
  });

  it('is ignored by an older program without it', async () => {
    await runMigrations(await connectWith(CreateWards1763700000000, AddBeds1763700100000));
    expect(await runMigrations(await connectWith(CreateWards1763700000000))).toEqual([]);
  });
});

describe('a process whose database ran another form of a migration', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createDatabase();
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    await client.query(
      `UPDATE migrations SET digest = sha256('another form') WHERE name LIKE 'CreateAccounts%'`,
    );
    await client.end();
  });

  afterEach(async () => {
    await database.drop();
  });

  const start = (settings: Readonly<Record<string, string>>) =>
    startPlatform({ ...database.settings, ...settings });

  it.each(['true', 'false'])('stops in development, with MIGRATE_ON_START=%s', async (MIGRATE_ON_START) => {
    await expect(start({ NODE_ENV: 'development', MIGRATE_ON_START })).rejects.toThrow(
      'data files: CreateAccounts1763700000000',
    );
  });

  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://health.example.org' };
  const warning = 'data files: CreateAccounts1763700000000';

  it('starts in production and warns, with MIGRATE_ON_START=true', async () => {
    const platform = await start({ ...production, MIGRATE_ON_START: 'true' });
    const warnings = platform.logLines.filter((line) => line.includes('"level":40'));
    await platform.close();
    expect(warnings).toEqual([expect.stringContaining(warning)]);
  });

  it('starts in production and warns once it listens, with MIGRATE_ON_START=false', async () => {
    const server = await ServerProcess.start({ ...production, ...database.settings });
    await until('it warns', () => server.log.includes(warning)).finally(() => {
      server.kill();
    });
  });
});

describe('the digest of a migration', () => {
  const database = new FreshDatabase();

  it('is stable and unique for every migration of the platform, and runs no statement', async () => {
    const other = await database.connect();
    const digestsIn = (each: DataSource) =>
      Promise.all(each.migrations.map((migration) => statementDigest(each, migration)));
    const digests = await digestsIn(database.connection);
    expect(await digestsIn(other)).toEqual(digests);
    expect(new Set(digests).size).toBe(database.connection.migrations.length);
    expect(await database.connection.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  });

  it('covers the statements before the first one that needs a row of the database', async () => {
    const reading = (statement: string): MigrationInterface => ({
      up: async (runner) => {
        await runner.query(statement);
        const { records } = await runner.query('SELECT id FROM ward', [], true);
        await runner.query('DELETE FROM ward WHERE id = $1', [idSchema.parse(records[0]).id]);
      },
      down: () => Promise.resolve(),
    });
    const digest = await statementDigest(database.connection, reading('SELECT 1'));
    expect(await statementDigest(database.connection, reading('SELECT 1'))).toBe(digest);
    expect(await statementDigest(database.connection, reading('SELECT 2'))).not.toBe(digest);
  });
});
