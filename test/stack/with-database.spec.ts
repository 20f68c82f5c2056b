import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabase } from '../support/database';
import { CheckoutCopy } from './checkout-copy';

const IMPORT = [
  process.execPath,
  'dev/run.mjs',
  'dist/dev/commands/with-database.js',
  'integrations/imports/import-sales.cli',
] as const;

const HEADER = 'medication,units,date,country';
const SOURCE = /^Source "\w+\.csv": .*\n$/;

describe('npm run import:sales', () => {
  const copy = CheckoutCopy.forSuite();

  const write = (name: string, lines: readonly string[]) =>
    writeFile(join(copy.directory, name), `${[HEADER, ...lines].join('\n')}\n`);

  beforeAll(() => write('sales.csv', ['Paracetamol,3,2026-03-14,KE']));

  const importSales = (variables: Readonly<Record<string, string>> = {}, file = 'sales.csv') =>
    copy.run([...IMPORT, file], variables);

  const hasRecorded = (count: number) => ({
    code: 0,
    stderr: expect.stringMatching(SOURCE) as unknown,
    stdout: expect.stringContaining(` ${count} recorded`) as unknown,
  });

  it('fails in production without DATABASE_URL, and starts no embedded database', async () => {
    const { code, stdout, stderr } = await importSales({ NODE_ENV: 'production' });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^ +DATABASE_URL: required$/m);
    expect(copy.hasEmbeddedData()).toBe(false);
  });

  it('uses the database of DATABASE_URL, and starts no embedded one', async () => {
    const database = await createDatabase();
    try {
      expect(await importSales({ DATABASE_URL: database.url })).toMatchObject(hasRecorded(1));
      expect(copy.hasEmbeddedData()).toBe(false);
    } finally {
      await database.drop();
    }
  });

  it('starts, migrates and stops the embedded database', async () => {
    expect(await importSales()).toMatchObject(hasRecorded(1));
    expect(await copy.remainingProcesses()).toEqual([]);
  });

  it('uses the embedded database of a running stack', async () => {
    await importSales();
    const stack = await copy.start();
    expect(await importSales()).toMatchObject(hasRecorded(0));
    await copy.stop(stack);
  }, 180_000);

  it('exits with the code of the command and leaves no process running', async () => {
    await write('bad.csv', ['Paracetamol,x,2026-03-14,KE']);
    expect(await importSales({}, 'bad.csv')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(SOURCE) as unknown,
    });
    expect(await importSales({}, 'none.csv')).toMatchObject({
      code: 1,
      stderr: 'none.csv: there is no such file.\n',
    });
    expect(await copy.remainingProcesses()).toEqual([]);
  });

  it('stops all processes on Ctrl-C after the current batch, and continues when run again', async () => {
    const lines = Array.from({ length: 300_000 }, (_none, index) => `Dawa,${1 + index},2026-03-14,KE`);
    await write('long.csv', lines);
    const interrupted = copy.launch([...IMPORT, 'long.csv']);
    // An import that has printed its source records at least one batch.
    await interrupted.waitForError('Source "long.csv"');
    interrupted.interrupt();
    expect(await interrupted.end()).toMatchObject({ code: 1 });
    expect(await copy.remainingProcesses()).toEqual([]);
    const { stdout } = await importSales({}, 'long.csv');
    const [, ...counts] = /: ([\d,]+) recorded, ([\d,]+) already recorded, 0 refused/.exec(stdout) ?? [];
    const [recorded = 0, alreadyRecorded = 0] = counts.map((count) => Number(count.replace(',', '')));
    expect(recorded).toBeGreaterThan(0);
    expect(alreadyRecorded).toBeGreaterThan(0);
    expect(recorded + alreadyRecorded).toBe(300_000);
    expect(await copy.remainingProcesses()).toEqual([]);
  }, 300_000);
});
