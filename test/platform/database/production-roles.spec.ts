import { randomBytes } from 'node:crypto';
import { type Platform, startPlatform } from '../../support/platform';
import { type TestDatabase, createDatabase } from '../../support/database';
import { EnvironmentError } from '../../../src/platform/config/environment';
import { withDataSource } from '../../../src/platform/database/data-source';
import { runAdminStatement } from '../../runner/admin-connection';

const OTHER_RISKS = 'http-public-url,http-portal,example-secrets';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://health.example',
  ALLOW_IN_PRODUCTION: OTHER_RISKS,
};

describe('the role of the database', () => {
  const suffix = randomBytes(4).toString('hex');
  const [ordinary, root, member] = [`ordinary_${suffix}`, `root_${suffix}`, `member_${suffix}`];
  const [owner, deputy] = [`owner_${suffix}`, `deputy_${suffix}`];
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createDatabase();
    await runAdminStatement(`CREATE ROLE ${ordinary} LOGIN PASSWORD 'x'`);
    await runAdminStatement(`CREATE ROLE ${root} LOGIN SUPERUSER PASSWORD 'x'`);
    await runAdminStatement(`CREATE ROLE ${member} LOGIN NOINHERIT PASSWORD 'x' IN ROLE ${root}`);
    await runAdminStatement(`CREATE ROLE ${owner} LOGIN PASSWORD 'x'`);
    await runAdminStatement(`CREATE ROLE ${deputy} LOGIN NOINHERIT PASSWORD 'x' IN ROLE ${owner}`);
    await withDataSource({ type: 'postgres', url: database.ownerUrl }, async (dataSource) => {
      await dataSource.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ordinary}, ${owner}, ${deputy}`);
      await dataSource.query(`ALTER TABLE specialty OWNER TO ${owner}`);
    });
  });

  afterAll(async () => {
    await database.drop();
    for (const role of [member, root, ordinary, deputy, owner]) await runAdminStatement(`DROP ROLE ${role}`);
  });

  const urlOf = (role: string): string =>
    Object.assign(new URL(database.url), { username: role, password: 'x' }).href;

  const start = (role: string, settings: Readonly<Record<string, string>> = {}): Promise<Platform> =>
    startPlatform({ ...PRODUCTION, DATABASE_URL: urlOf(role), ...settings });

  const expectStart = async (starting: Promise<Platform>): Promise<void> => {
    await (await starting).close();
  };

  const refusalOf = (setting: string, role: string) =>
    new EnvironmentError(
      `Settings to mend:\n  ${setting}: the role "${role}" has the rights of a superuser: use another one, or add database-superuser to ALLOW_IN_PRODUCTION`,
    );

  it('stops the start in production if it is a superuser', async () => {
    await expect(start(root)).rejects.toThrow(refusalOf('DATABASE_URL', root));
  });

  it('stops the start in production if it can become a superuser', async () => {
    await expect(start(member)).rejects.toThrow(refusalOf('DATABASE_URL', member));
  });

  it('stops the start in production if it is a superuser of a read replica', async () => {
    const failed = start(ordinary, { DATABASE_READ_URLS: urlOf(root) });
    await expect(failed).rejects.toThrow(refusalOf('DATABASE_READ_URLS', root));
  });

  it('does not stop the start if it is an ordinary one', async () => {
    await expectStart(start(ordinary));
  });

  it('does not stop the start if ALLOW_IN_PRODUCTION has database-superuser', async () => {
    await expectStart(start(root, { ALLOW_IN_PRODUCTION: `${OTHER_RISKS},database-superuser` }));
  });

  it('does not stop the start outside production', async () => {
    await expectStart(start(root, { NODE_ENV: 'test' }));
  });

  describe('that owns a table', () => {
    const ownerRefusal = (role: string) =>
      new EnvironmentError(
        `Settings to mend:\n  DATABASE_URL: the role "${role}" owns tables, so that it may change the schema and delete records: ` +
          'give the platform a role of its own (docs/operations.md), or add database-owner to ALLOW_IN_PRODUCTION',
      );

    it('stops the start in production', async () => {
      await expect(start(owner)).rejects.toThrow(ownerRefusal(owner));
    });

    it('stops the start in production if the role can become the owner', async () => {
      await expect(start(deputy)).rejects.toThrow(ownerRefusal(deputy));
    });

    it('does not stop the start if ALLOW_IN_PRODUCTION has database-owner', async () => {
      await expectStart(start(owner, { ALLOW_IN_PRODUCTION: `${OTHER_RISKS},database-owner` }));
    });

    it('does not stop the start outside production', async () => {
      await expectStart(start(owner, { NODE_ENV: 'test' }));
    });

    it('stops the start after the first migrations if these made it the owner', async () => {
      const empty = await createDatabase({ empty: true });
      const name = new URL(empty.url).pathname.slice(1);
      try {
        await runAdminStatement(`ALTER DATABASE ${name} OWNER TO ${owner}`);
        const url = Object.assign(new URL(empty.url), { username: owner, password: 'x' }).href;
        const starting = start(owner, { DATABASE_URL: url, MIGRATE_ON_START: 'true' });
        await expect(starting).rejects.toThrow(ownerRefusal(owner));
      } finally {
        await empty.drop();
      }
    });

    it('does not stop the start if it runs only the migrations', async () => {
      const empty = await createDatabase({ empty: true });
      const name = new URL(empty.url).pathname.slice(1);
      try {
        await runAdminStatement(`ALTER DATABASE ${name} OWNER TO ${owner}`);
        const of = (role: string) =>
          Object.assign(new URL(empty.url), { username: role, password: 'x' }).href;
        await expectStart(
          start(ordinary, {
            DATABASE_URL: of(ordinary),
            DATABASE_MIGRATION_URL: of(owner),
            MIGRATE_ON_START: 'true',
          }),
        );
      } finally {
        await empty.drop();
      }
    });
  });
});
