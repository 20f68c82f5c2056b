import { setTimeout as wait } from 'node:timers/promises';
import { ImportRun } from './import-run';

const HEADER = 'patient,pathology,date,country';
const MALARIA = 'P-1,Malaria,2026-03-14,KE';
const MEASLES = 'P-2,Measles,2026-03-15,KE';
const SALES = 'medication,units,date,country';
const SALE = 'Paracetamol,10,2026-03-14,KE';

describe('a source of imported files', () => {
  let run: ImportRun;

  beforeEach(async () => {
    run = await ImportRun.begin();
  });

  afterEach(async () => {
    await run.end();
  });

  const imported = async (kind: 'consultations' | 'sales', name: string, ...args: readonly string[]) => {
    const { code, stdout } = await run.import(kind, run.path(name), ...args);
    const [, ...numbers] =
      /: ([\d,]+) (?:would be )?recorded, ([\d,]+) already recorded, ([\d,]+) refused/.exec(stdout) ?? [];
    return [code, ...numbers.map((number) => Number(number.replace(',', '')))];
  };
  const consultations = (name: string, ...args: readonly string[]) =>
    imported('consultations', name, ...args);
  const sales = (name: string, ...args: readonly string[]) => imported('sales', name, ...args);

  it('has lines of its own: two clinics may both have the same', async () => {
    await run.write('c.csv', [HEADER, MALARIA]);
    await run.write('d.csv', [HEADER, MALARIA, MEASLES]);
    expect(await consultations('c.csv', '--source', 'north')).toEqual([0, 1, 0, 0]);
    expect(await consultations('d.csv', '--source', 'south')).toEqual([0, 2, 0, 0]);
    expect(await consultations('d.csv', '--source', 'north', '--cumulative', '--again')).toEqual([
      0, 1, 1, 0,
    ]);
    expect((await run.consultations()).map(({ patient }) => patient)).toEqual(['P-1', 'P-1', 'P-2', 'P-2']);
  });

  it('is told before the first line, with what was imported from it before', async () => {
    await run.write('c.csv', [HEADER, MALARIA]);
    await run.write('d.csv', [HEADER, MEASLES]);
    const told = async (name: string, ...args: readonly string[]) =>
      (await run.import('consultations', run.path(name), '--source', 'North Clinic', ...args)).stderr;
    const isNew = 'Source "North Clinic": new, no consultations were imported from it before.\n';
    expect(await told('c.csv', '--dry-run')).toBe(isNew);
    expect(await told('c.csv')).toBe(isNew);
    expect(await told('c.csv')).toBe('Source "North Clinic": this file was imported from it before.\n');
    expect(await told('d.csv', '--only-new')).toBe(
      'Source "North Clinic": 1 file of consultations imported from it before.\n',
    );
  });

  it.each([
    ['Kisumu clinic', 'other capitals'],
    [' Kisumu  Clinic ', 'other spaces'],
    ['Kísumu Clinic', 'an accent'],
    ['Ki\u0301sumu Clinic', 'an accent of its own'],
  ])('is the same when it is spelled "%s", with %s', async (spelled) => {
    await run.write('c.csv', [HEADER, MALARIA]);
    expect(await consultations('c.csv', '--source', 'Kisumu Clinic')).toEqual([0, 1, 0, 0]);
    const again = await run.import('consultations', run.path('c.csv'), '--source', spelled);
    expect(again.stdout).toContain('Source "Kisumu Clinic": 1 line: 0 recorded, 1 already recorded');
    expect(await run.sizes()).toMatchObject({ account: 1, import_file: 1, consultation: 1 });
  });

  it('is one that a file that was renamed still has', async () => {
    await run.write('HIV- (march).csv', [HEADER, MALARIA]);
    await run.write('march (1).csv', [HEADER, MALARIA]);
    expect(await consultations('HIV- (march).csv')).toEqual([0, 1, 0, 0]);
    const again = await run.import('consultations', run.path('march (1).csv'));
    expect(again.stdout).toContain('Source "HIV- (march).csv": 1 line: 0 recorded, 1 already recorded');
  });

  it('does not count the content of another one again, unless it is told to', async () => {
    await run.write('march.csv', [HEADER, MALARIA]);
    expect(await consultations('march.csv')).toEqual([0, 1, 0, 0]);
    const before = await run.sizes();
    for (const dryRun of [['--dry-run'], []]) {
      await expect(consultations('march.csv', '--source', 'South', ...dryRun)).rejects.toThrow(
        /imported before, from source "march.csv".*give --again.*Nothing was recorded/,
      );
    }
    expect(await run.sizes()).toEqual(before);
    const elsewhere = await run.import(
      'consultations',
      run.path('march.csv'),
      '--source',
      'South',
      '--again',
    );
    expect(elsewhere.stdout).toContain('1 recorded');
    expect(elsewhere.stderr).toContain('from source "march.csv": it is counted for "South" as well.\n');
    expect(await consultations('march.csv', '--source', 'south')).toEqual([0, 0, 1, 0]);
  });

  describe('that has another file', () => {
    const args = ['--source', 'till'];

    beforeEach(async () => {
      await run.write('monday.csv', [SALES, SALE, SALE]);
      await run.write('tuesday.csv', [SALES, SALE, SALE, SALE]);
      expect(await sales('monday.csv', ...args)).toEqual([0, 2, 0, 0]);
    });

    it('is not imported until somebody says whether the earlier lines are in it', async () => {
      const before = await run.sizes();
      for (const dryRun of [['--dry-run'], []]) {
        await expect(sales('tuesday.csv', ...args, ...dryRun)).rejects.toThrow(
          /Another file of sales .*"till".*--cumulative.*--only-new.*Nothing was recorded/s,
        );
      }
      expect(await run.sizes()).toEqual(before);
      await expect(sales('tuesday.csv', ...args, '--only-new', '--cumulative')).rejects.toThrow('not both');
    });

    it('needs no option for the same bytes, nor where all lines have ids of their own', async () => {
      expect(await sales('monday.csv', ...args)).toEqual([0, 0, 2, 0]);
      await run.write('ids.csv', [`${SALES},externalId`, `${SALE},1`, ',,,,', `${SALE},2`]);
      expect(await sales('ids.csv', ...args)).toEqual([0, 2, 0, 0]);
      await run.write('some.csv', [`${SALES},externalId`, `${SALE},3`, `${SALE},`]);
      await expect(sales('some.csv', ...args)).rejects.toThrow('--only-new');
    });

    it('adds to the earlier lines what it has more of, where it is cumulative', async () => {
      expect(await sales('tuesday.csv', ...args, '--cumulative')).toEqual([0, 1, 2, 0]);
      expect(await sales('tuesday.csv', ...args)).toEqual([0, 0, 3, 0]);
    });

    it('loses no sale that says the same as an earlier one, where it holds only new lines', async () => {
      expect(await sales('tuesday.csv', ...args, '--only-new', '--dry-run')).toEqual([0, 3, 0, 0]);
      expect(await sales('tuesday.csv', ...args, '--only-new')).toEqual([0, 3, 0, 0]);
      expect(await run.sales()).toHaveLength(5);
      for (const again of [['--only-new'], []]) {
        expect(await sales('tuesday.csv', ...args, ...again)).toEqual([0, 0, 3, 0]);
      }
    });

    it('is imported as it was at first, or not', async () => {
      await sales('tuesday.csv', ...args, '--only-new');
      await expect(sales('tuesday.csv', ...args, '--cumulative')).rejects.toThrow('with --only-new before');
      await expect(sales('monday.csv', ...args, '--only-new')).rejects.toThrow('without --only-new before');
      await run.write('week.csv', [SALES, SALE, SALE, SALE, SALE, SALE]);
      for (const option of [[], ['--cumulative']]) {
        await expect(sales('week.csv', ...args, ...option)).rejects.toThrow('are not recognised');
      }
      expect(await run.sales()).toHaveLength(5);
    });

    it('is refused before anything is recorded where it holds only new lines and is cut', async () => {
      await run.write('cut.csv', [SALES, ...Array.from({ length: 10_001 }, () => SALE), '"Paracetamol,1']);
      await expect(sales('cut.csv', ...args, '--only-new')).rejects.toThrow('is never closed');
      expect(await run.sales()).toHaveLength(2);
    });

    it('reports a line as refused, and counts it once, when other options read it otherwise', async () => {
      await run.write('days.csv', [SALES, 'Paracetamol,10,03/04/2026,KE']);
      expect(await sales('days.csv', ...args, '--only-new', '--date-order', 'mdy')).toEqual([0, 1, 0, 0]);
      expect(await sales('days.csv', ...args, '--only-new', '--date-order', 'dmy')).toEqual([2, 0, 0, 1]);
      expect(await run.refusals('days.refused.csv')).toMatchObject([
        { line: 2, reasons: expect.stringContaining('or with other options') as unknown },
      ]);
    });
  });

  it('finds the other of two files that are begun at the same time', async () => {
    const paths = await Promise.all(
      ['a.csv', 'b.csv'].map((name, more) =>
        run.write(name, [SALES, SALE, ...Array<string>(more).fill(SALE)]),
      ),
    );
    const holder = run.database.createQueryRunner();
    await holder.startTransaction();
    // Files can be looked up and not remembered: both come as far as they can.
    await holder.query('LOCK TABLE import_file IN SHARE MODE');
    const programs = paths.map((path) => run.launch('sales', path, '--source', 'till'));
    for (let waiting = 0; waiting < 2;) {
      await wait(20);
      const rows = await run.database.query<unknown[]>(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      waiting = rows.length;
    }
    await holder.commitTransaction();
    await holder.release();
    const codes = await Promise.all(programs.map(async (program) => (await program.end()).code));
    expect(codes.toSorted()).toEqual([0, 1]);
  });
});
