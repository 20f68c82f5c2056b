import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { CheckoutCopy } from '../../stack/checkout-copy';
import { type TestDatabase, createDatabase } from '../../support/database';
import { until } from '../../support/until';

const IMPORT = [
  process.execPath,
  'dev/run.mjs',
  'dist/dev/commands/with-database.js',
  'integrations/imports/import-sales.cli',
] as const;

const SOURCE = /^Source "\w+\.csv": .*\n$/;

describe('npm run import:sales', () => {
  let copy: CheckoutCopy;
  let file: string;

  beforeAll(async () => {
    copy = await CheckoutCopy.create();
    file = join(copy.directory, 'sales.csv');
    await writeFile(file, 'medication,units,date,country\nParacetamol,3,2026-03-14,KE\n');
  }, 180_000);

  afterAll(async () => {
    await copy.remove();
  });

  const containsRecorded = (count: number) => expect.stringContaining(`${count} recorded`) as unknown;

  it('fails in production without DATABASE_URL, and starts no embedded database', async () => {
    const { code, stdout, stderr } = await copy.run([...IMPORT, file], { NODE_ENV: 'production' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^ +DATABASE_URL: required$/m);
    expect(copy.hasEmbeddedData()).toBe(false);
  });

  it('uses the database of DATABASE_URL, and starts no embedded one', async () => {
    const database: TestDatabase = await createDatabase();
    try {
      const variables = { DATABASE_URL: database.url };
      expect(await copy.run([...IMPORT, file], variables)).toMatchObject({
        code: 0,
        stdout: containsRecorded(1),
      });
      expect(copy.hasEmbeddedData()).toBe(false);
    } finally {
      await database.drop();
    }
  });

  it('starts, migrates and stops the embedded database, or uses it if it is running', async () => {
    expect(await copy.run([...IMPORT, file])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(SOURCE) as unknown,
      stdout: containsRecorded(1),
    });
    expect(await copy.remainingProcesses()).toEqual([]);
    const { launcher } = await copy.start();
    expect(await copy.run([...IMPORT, file])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(SOURCE) as unknown,
      stdout: containsRecorded(0),
    });
    launcher.interrupt();
    await launcher.end();
    expect(await copy.remainingProcesses()).toEqual([]);
  }, 180_000);

  it('exits with the code of the command and leaves no process running', async () => {
    await writeFile(
      join(copy.directory, 'bad.csv'),
      'medication,units,date,country\nParacetamol,x,2026-03-14,KE\n',
    );
    expect(await copy.run([...IMPORT, 'bad.csv'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(SOURCE) as unknown,
    });
    expect(await copy.run([...IMPORT, 'none.csv'])).toMatchObject({
      code: 1,
      stderr: 'none.csv: there is no such file.\n',
    });
    expect(await copy.remainingProcesses()).toEqual([]);
  });

  it('stops all processes on Ctrl-C, and continues when run again', async () => {
    const lines = Array.from({ length: 300_000 }, (_none, index) => `Dawa,${1 + index},2026-03-14,KE`);
    await writeFile(join(copy.directory, 'long.csv'), `medication,units,date,country\n${lines.join('\n')}\n`);
    const interrupted = copy.launch([...IMPORT, 'long.csv']);
    await until('PostgreSQL runs', () => copy.processes().length >= 4);
    await wait(2_000);
    interrupted.interrupt();
    expect(await interrupted.end()).toMatchObject({ code: 1 });
    expect(await copy.remainingProcesses()).toEqual([]);
    const again = await copy.run([...IMPORT, 'long.csv']);
    const [, recorded = '', alreadyRecorded = ''] =
      /: ([\d,]+) recorded, ([\d,]+) already recorded, 0 refused/.exec(again.stdout) ?? [];
    const counts = [recorded, alreadyRecorded].map((count) => Number(count.replace(',', '')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(300_000);
    expect(await copy.remainingProcesses()).toEqual([]);
  }, 300_000);
});
