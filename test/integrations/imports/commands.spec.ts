import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { ImportRun, type Kind, suiteImportRun } from './import-run';

const LINES = 45_000;

/** Some lines are equal, some have an id, and some are refused. */
const FILES: Record<Kind, readonly string[]> = {
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
const SALES_HEADER = 'medication,units,date,country';
const SALE = 'Paracetamol,3,2026-03-14,KE';
const SOURCE = /^Source "\w+\.csv": .*\n$/;
/** Printed only by imports of more than ten seconds. */
const PROGRESS = /^file\.csv: [\d,]+ lines, \d+ % of the file\n/gm;
const REFUSED = LINES / 1000;

describe('import commands as separate processes', () => {
  const run = suiteImportRun();

  const loadRecords = async () => ({
    consultations: await run.loadConsultations(),
    sales: await run.loadSales(),
  });

  /** Waits until the first batch is recorded. */
  async function waitForFirstBatch(kind: Kind): Promise<void> {
    const table = kind === 'sales' ? 'medication_sale' : 'consultation';
    for (;;) {
      const [{ some }] = await run.database.query<[{ some: boolean }]>(
        `SELECT count(*) > 0 AS some FROM ${table}`,
      );
      if (some) return;
      await wait(10);
    }
  }

  it.each<Kind>(['consultations', 'sales'])(
    'records the same after a kill during the import of %s and a second run as without the kill',
    async (kind) => {
      const path = await run.write('file.csv', FILES[kind]);
      const killed = run.launch(kind, path);
      await waitForFirstBatch(kind);
      killed.kill();
      await killed.end();
      const recordedBeforeKill = (await loadRecords())[kind].length;
      expect(recordedBeforeKill).toBeGreaterThan(0);
      expect(recordedBeforeKill).toBeLessThan(LINES - REFUSED);
      await run.expectCorrectCounts();

      expect(await run.launch(kind, path).end()).toMatchObject({
        code: 2,
        stdout: expect.stringContaining(`${REFUSED} refused`) as unknown,
      });
      await run.expectCorrectCounts();
      const resumed = { ...(await loadRecords()), refusals: await run.readRefusals('file.refused.csv') };
      expect(resumed.refusals).toHaveLength(REFUSED);

      const uninterrupted = new ImportRun();
      await uninterrupted.begin();
      try {
        const copy = await uninterrupted.write('file.csv', FILES[kind]);
        await uninterrupted.import(kind, copy);
        expect({
          consultations: await uninterrupted.loadConsultations(),
          sales: await uninterrupted.loadSales(),
          refusals: await uninterrupted.readRefusals('file.refused.csv'),
        }).toEqual(resumed);
      } finally {
        await uninterrupted.end();
      }
    },
    240_000,
  );

  it.each<Kind>(['consultations', 'sales'])(
    'records %s once when two imports of a file run at the same time',
    async (kind) => {
      const path = await run.write('file.csv', FILES[kind]);
      const both = [1, 2].map((copy) => run.launch(kind, path, '--refused', run.path(`${copy}.csv`)));
      const outputs = await Promise.all(both.map((program) => program.end()));
      expect(outputs).toMatchObject([{ code: 2 }, { code: 2 }]);
      const total = outputs
        .map(({ stdout }) => Number(/lines: ([\d,]+) recorded/.exec(stdout)?.[1]?.replace(',', '')))
        .reduce((sum, count) => sum + count, 0);
      expect(total).toBe(LINES - REFUSED);
      expect((await loadRecords())[kind]).toHaveLength(LINES - REFUSED);
    },
    240_000,
  );

  it('stops after the current batch on SIGTERM, and continues when run again', async () => {
    const path = await run.write('file.csv', FILES.sales);
    const terminated = run.launch('sales', path);
    await waitForFirstBatch('sales');
    terminated.terminate();
    const { code, stdout, ...output } = await terminated.end();
    const stderr = output.stderr.replaceAll(PROGRESS, '');
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(SOURCE) as unknown });
    const [, line = ''] = /Stopped after line (\d+): run the same command again to go on/.exec(stdout) ?? [];
    expect(Number(line)).toBeLessThan(LINES);
    await run.expectCorrectCounts();
    expect(await run.launch('sales', path).end()).toMatchObject({ code: 2 });
    expect(await run.loadSales()).toHaveLength(LINES - REFUSED);
  }, 240_000);

  it('exits with 0 when every line is recorded, and with 1 when a column is missing', async () => {
    const good = await run.write('good.csv', [SALES_HEADER, SALE]);
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

  it('reports a database failure in one sentence without patient data', async () => {
    const path = await run.write('file.csv', FILES.consultations);
    await run.database.query(
      'ALTER TABLE consultation ADD CONSTRAINT full_disk CHECK (patient_id <> \u0027P-25000\u0027)',
    );
    const { code, stdout, stderr } = await run.launch('consultations', path).end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Source "file.csv": new, .*\n(?:file\.csv: .*\n)*new row for relation .*What stands up to line 20001 is recorded\. .*run the same command again.*\n$/,
    );
    expect(stderr).not.toContain('P-25000');
  });

  it('fails in one sentence when the report of refused lines cannot be written, and continues when run again', async () => {
    const lines = Array.from({ length: 4_000 }, (_none, index) => `Dawa ${index},x,2026-03-14,KE`);
    const path = await run.write('file.csv', [SALES_HEADER, SALE, ...lines]);
    const limited = run.launchInShell('ulimit -f 200; exec "$@"', 'sales', path, '--batch-lines', '1000');
    const { code, stdout, stderr } = await limited.end();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Source .*\n(?:file\.csv: .*\n)*.*file\.refused\.csv cannot be written: EFBIG.*What stands up to line \d+ is recorded\. .*run the same command again.*\n$/,
    );
    expect(stderr.split('\n')).toHaveLength(3);
    expect(await run.launch('sales', path).end()).toMatchObject({ code: 2 });
    expect(await run.readRefusals('file.refused.csv')).toHaveLength(4_000);
    expect(await run.loadSales()).toHaveLength(1);
  });

  it('exits with 1 and no stack trace when its output cannot be written, but records the lines', async () => {
    const path = await run.write('file.csv', [SALES_HEADER, SALE]);
    const { code, stderr } = await run.launchInShell('exec "$@" > /dev/full', 'sales', path).end();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Source .*\nWhat this command prints cannot be written: .*ENOSPC.*\n$/);
    expect(await run.loadSales()).toHaveLength(1);
    expect(await run.launchInShell('exec "$@" 2> /dev/full', 'sales', path).end()).toMatchObject({ code: 0 });
  });

  it.each<Kind>(['consultations', 'sales'])('prints the usage for %s without a database', async (kind) => {
    const script = 'DATABASE_URL= exec "$@"';
    for (const option of ['--help', '-h']) {
      const { code, stdout, stderr } = await run.launchInShell(script, kind, option).end();
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(new RegExp(`^Usage: npm run import:${kind} -- FILE.csv .*--only-new`, 's'));
    }
    expect(await run.launchInShell(script, kind, 'file.csv').end()).toMatchObject({ code: 1, stdout: '' });
  });

  it('refuses a line of 100 MB in bounded memory', async () => {
    const file = createWriteStream(run.path('long.csv'));
    file.write(`${SALES_HEADER}\n${SALE}\n"`);
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
