import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ImportRun, type Kind } from './import-run';

const LINES = 45_000;

/** Some stand twice, some have ids of their own, some are refused. */
const TABLES: Record<Kind, readonly string[]> = {
  consultations: [
    'patient,pathology,date,country,external id',
    ...Array.from({ length: LINES }, (_none, index) => {
      const date = index % 1000 === 7 ? '03/04/2026' : `2026-03-${10 + (index % 20)}`;
      return `P-${index % 30_000},${index % 3 === 0 ? 'Malaria' : `Fever ${index % 50}`},${date},KE,${index % 2 === 0 ? '' : index}`;
    }),
  ],
  sales: [
    'medication,units,date,country,external id',
    ...Array.from({ length: LINES }, (_none, index) => {
      const units = index % 1000 === 7 ? '1.200' : 1 + (index % 7);
      return `Dawa ${index % 40},${units},2026-03-${10 + (index % 20)},KE,${index % 2 === 0 ? '' : index}`;
    }),
  ],
};
const SOURCE = /^Source "\w+\.csv": .*\n$/;
/** Printed every few seconds, so only on a slow machine. */
const PROGRESS = /^file\.csv: [\d,]+ lines, \d+ % of the file\n/gm;
const REFUSED = LINES / 1000;

describe('an import as a process of its own', () => {
  let run: ImportRun;

  beforeEach(async () => {
    run = await ImportRun.begin();
  });

  afterEach(async () => {
    await run.end();
  });

  const recorded = async () => ({ consultations: await run.consultations(), sales: await run.sales() });

  /** Waits until some batches are in and others are not. */
  async function halfWay(kind: Kind): Promise<void> {
    const table = kind === 'sales' ? 'medication_sale' : 'consultation';
    for (;;) {
      const [{ some }] = await run.database.query<[{ some: boolean }]>(
        `SELECT EXISTS (SELECT FROM ${table}) AS some`,
      );
      if (some) return;
      await wait(10);
    }
  }

  it.each<Kind>(['consultations', 'sales'])(
    'is killed while it records %s, and run again ends as one that nobody disturbed',
    async (kind) => {
      const path = await run.write('file.csv', TABLES[kind]);
      const killed = run.launch(kind, path);
      await halfWay(kind);
      killed.kill();
      await killed.end();
      const half = (await recorded())[kind].length;
      expect(half).toBeGreaterThan(0);
      expect(half).toBeLessThan(LINES - REFUSED);
      await run.recount();

      expect(await run.launch(kind, path).end()).toMatchObject({
        code: 2,
        stdout: expect.stringContaining(`${REFUSED} refused`) as unknown,
      });
      await run.recount();
      const after = { ...(await recorded()), refusals: await run.refusals('file.refused.csv') };
      expect(after.refusals).toHaveLength(REFUSED);

      const undisturbed = await ImportRun.begin();
      try {
        const copy = await undisturbed.write('file.csv', TABLES[kind]);
        await undisturbed.import(kind, copy);
        expect({
          consultations: await undisturbed.consultations(),
          sales: await undisturbed.sales(),
          refusals: await undisturbed.refusals('file.refused.csv'),
        }).toEqual(after);
      } finally {
        await undisturbed.end();
      }
    },
    240_000,
  );

  it.each<Kind>(['consultations', 'sales'])(
    'counts %s once where two run on one file at the same time',
    async (kind) => {
      const path = await run.write('file.csv', TABLES[kind]);
      const both = [1, 2].map((copy) => run.launch(kind, path, '--refused', run.path(`${copy}.csv`)));
      const endings = await Promise.all(both.map((program) => program.end()));
      expect(endings).toMatchObject([{ code: 2 }, { code: 2 }]);
      const total = endings
        .map(({ stdout }) => Number(/lines: ([\d,]+) recorded/.exec(stdout)?.[1]?.replace(',', '')))
        .reduce((sum, one) => sum + one, 0);
      expect(total).toBe(LINES - REFUSED);
      expect((await recorded())[kind]).toHaveLength(LINES - REFUSED);
      await run.recount();
    },
    240_000,
  );

  it('ends between two batches when it is told to, says how to go on, and then does', async () => {
    const path = await run.write('file.csv', TABLES.sales);
    const told = run.launch('sales', path);
    await halfWay('sales');
    told.terminate();
    const { code, stdout, ...output } = await told.end();
    const stderr = output.stderr.replaceAll(PROGRESS, '');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(SOURCE) as unknown });
    const [, line = ''] = /Stopped after line (\d+): run the same command again to go on/.exec(stdout) ?? [];
    expect(Number(line)).toBeLessThan(LINES);
    await run.recount();
    expect(await run.launch('sales', path).end()).toMatchObject({ code: 2 });
    expect(await run.sales()).toHaveLength(LINES - REFUSED);
  }, 240_000);

  it('answers 0 where all is recorded, 1 where it could not be read or the database does not answer', async () => {
    const good = await run.write('good.csv', [
      'medication,units,date,country',
      'Paracetamol,3,2026-03-14,KE',
    ]);
    for (const stdout of ['1 recorded', '1 already recorded']) {
      expect(await run.launch('sales', good).end()).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(SOURCE) as unknown,
        stdout: expect.stringContaining(stdout) as unknown,
      });
    }
    const bad = await run.launch('consultations', good).end();
    expect(bad).toMatchObject({ code: 1, stdout: '' });
    expect(bad.stderr).toMatch(
      /^There is no column patientId .*\n.*pathologyName.*\nThe columns found: .* Nothing was recorded\.\n$/s,
    );
  });

  it('says what went wrong in one sentence where the database fails, without anybody\u2019s data', async () => {
    const path = await run.write('file.csv', TABLES.consultations);
    await run.database.query(
      'ALTER TABLE consultation ADD CONSTRAINT full_disk CHECK (patient_id <> \u0027P-25000\u0027)',
    );
    const { code, stdout, stderr } = await run.launch('consultations', path).end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Source "file.csv": new, .*\n(?:file\.csv: .*\n)*new row for relation .*What stands up to line 20001 is recorded\. .*run the same command again.*\n$/,
    );
    expect(stderr).not.toContain('P-25000');
    await run.recount();
  });

  it('says in one sentence that the report of refused lines cannot be written, and goes on once it can', async () => {
    const lines = Array.from({ length: 4_000 }, (_none, index) => `Dawa ${index},x,2026-03-14,KE`);
    const path = await run.write('file.csv', [
      'medication,units,date,country',
      'Paracetamol,3,2026-03-14,KE',
      ...lines,
    ]);
    const limited = run.launchIn('ulimit -f 200; exec "$@"', 'sales', path, '--batch-lines', '1000');
    const { code, stdout, stderr } = await limited.end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Source .*\n(?:file\.csv: .*\n)*.*file\.refused\.csv cannot be written: EFBIG.*What stands up to line \d+ is recorded\. .*run the same command again.*\n$/,
    );
    expect(stderr.split('\n')).toHaveLength(3);
    expect(await run.launch('sales', path).end()).toMatchObject({ code: 2 });
    expect(await run.refusals('file.refused.csv')).toHaveLength(4_000);
    expect(await run.sales()).toHaveLength(1);
  });

  it('answers 1 where what it prints cannot be written, without a stack, and has recorded all the same', async () => {
    const path = await run.write('file.csv', [
      'medication,units,date,country',
      'Paracetamol,3,2026-03-14,KE',
    ]);
    const { code, stderr } = await run.launchIn('exec "$@" > /dev/full', 'sales', path).end();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Source .*\nWhat this command prints cannot be written: .*ENOSPC.*\n$/);
    expect(await run.sales()).toHaveLength(1);
    expect(await run.launchIn('exec "$@" 2> /dev/full', 'sales', path).end()).toMatchObject({ code: 0 });
  });

  it.each<Kind>(['consultations', 'sales'])('says how %s are imported, without a database', async (kind) => {
    const shell = 'DATABASE_URL= exec "$@"';
    for (const option of ['--help', '-h']) {
      const { code, stdout, stderr } = await run.launchIn(shell, kind, option).end();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: npm run import:${kind} -- FILE.csv .*--only-new`, 's'));
    }
    expect(await run.launchIn(shell, kind, 'file.csv').end()).toMatchObject({ code: 1, stdout: '' });
  });

  it('refuses a line of 100 MB in bounded memory', async () => {
    const file = createWriteStream(run.path('long.csv'));
    file.write('medication,units,date,country\nParacetamol,3,2026-03-14,KE\n"');
    for (let megabyte = 0; megabyte < 100; megabyte += 1) {
      if (!file.write('x'.repeat(1024 * 1024))) await once(file, 'drain');
    }
    await new Promise<void>((resolve) => file.end(resolve));
    const { code, stderr, peak } = await run.measure('sales', run.path('long.csv'));
    expect(code).toBe(1);
    expect(stderr).toContain('line 3 or a little after it is one of more than');
    expect(peak).toBeGreaterThan(30);
    expect(peak).toBeLessThan(300);
  });
});
