import { type TestDatabase, createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';

const MIGRATE = [process.execPath, 'dev/run.mjs', 'dist/dev/commands/database.js', 'migrate'] as const;
const IN_THE_IMAGE = [process.execPath, 'dist/src/migrate.js'] as const;

describe('npm run migrate', () => {
  let copy: CheckoutCopy;
  let database: TestDatabase;

  beforeAll(async () => {
    copy = await CheckoutCopy.create();
  });

  beforeEach(async () => {
    database = await createDatabase({ empty: true });
  });

  afterEach(async () => {
    await database.drop();
  });

  afterAll(async () => {
    await copy.remove();
  });

  const migrate = () => copy.run(MIGRATE, { DATABASE_URL: database.url });

  it('migrates an empty database, and has nothing to do the second time', async () => {
    expect(await migrate()).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Ran Create\w+(, \w+)+\n$/) as unknown,
    });
    expect(await migrate()).toEqual({
      code: 0,
      stdout: 'Nothing to do: the database is up to date\n',
      stderr: '',
    });
  });

  it('runs the migrations once if two processes start at the same time', async () => {
    const [one, other] = await Promise.all([migrate(), migrate()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    expect([one.stdout, other.stdout].filter((text) => text.startsWith('Ran '))).toHaveLength(1);
    expect([one.stdout, other.stdout].filter((text) => text.startsWith('Nothing to do'))).toHaveLength(1);
  });

  it('leaves nothing to do for the image’s program', async () => {
    await migrate();
    const { code, stdout } = await copy.run(IN_THE_IMAGE, { DATABASE_URL: database.url });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nothing to do: the database is up to date\n' });
  });

  it.each([{ command: MIGRATE }, { command: IN_THE_IMAGE }])(
    'fails in production without DATABASE_URL and starts no database: $command',
    async ({ command }) => {
      const { code, stdout, stderr } = await copy.run(command, { NODE_ENV: 'production' });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe('Settings to mend:\n  DATABASE_URL: required\n');
      expect(copy.hasEmbeddedData()).toBe(false);
    },
  );
});
