import { type TestDatabase, createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';

const MIGRATE = [process.execPath, 'dev/run.mjs', 'dist/dev/commands/change-schema.js', 'migrate'] as const;
const IN_THE_IMAGE = [process.execPath, 'dist/src/migrate.js'] as const;
const NOTHING_TO_DO = 'Nothing to do: the database is up to date\n';

describe('npm run migrate', () => {
  const copy = CheckoutCopy.forSuite();
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createDatabase({ empty: true });
  });

  afterEach(() => database.drop());

  const migrate = () => copy.run(MIGRATE, database.settings);

  it('migrates an empty database, and has nothing to do the second time', async () => {
    const ran = expect.stringMatching(/^Ran Create\w+(, \w+)+\n$/) as unknown;
    expect(await migrate()).toMatchObject({ code: 0, stdout: ran });
    expect(await migrate()).toEqual({ code: 0, stdout: NOTHING_TO_DO, stderr: '' });
  });

  it('runs the migrations once if two processes start at the same time', async () => {
    const [one, other] = await Promise.all([migrate(), migrate()]);
    expect([one.code, other.code]).toEqual([0, 0]);
    const [nothing = '', ran = ''] = [one.stdout, other.stdout].sort();
    expect(nothing).toMatch(/^Nothing to do/);
    expect(ran).toMatch(/^Ran /);
  });

  it('leaves nothing to do for the image’s program', async () => {
    await migrate();
    const { code, stdout } = await copy.run(IN_THE_IMAGE, database.settings);
    expect({ code, stdout }).toEqual({ code: 0, stdout: NOTHING_TO_DO });
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
