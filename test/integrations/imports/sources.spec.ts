import { HEADER, MALARIA, MEASLES } from './consultation-lines';
import { suiteImportRun } from './import-run';

const SALES_HEADER = 'medication,units,date,country';
const SALE = 'Paracetamol,10,2026-03-14,KE';

describe('sources of imported files', () => {
  const run = suiteImportRun();

  it('records equal lines of two sources', async () => {
    await run.write('c.csv', [HEADER, MALARIA]);
    await run.write('d.csv', [HEADER, MALARIA, MEASLES]);
    expect(await run.importConsultations('c.csv', '--source', 'north')).toEqual([0, 1, 0, 0]);
    expect(await run.importConsultations('d.csv', '--source', 'south')).toEqual([0, 2, 0, 0]);
    const confirmed = ['--source', 'north', '--cumulative', '--again'];
    expect(await run.importConsultations('d.csv', ...confirmed)).toEqual([0, 1, 1, 0]);
    const patients = (await run.loadConsultations()).map(({ patient }) => patient);
    expect(patients).toEqual(['P-1', 'P-1', 'P-2', 'P-2']);
  });

  it('prints the source and what was imported from it before', async () => {
    await run.write('c.csv', [HEADER, MALARIA]);
    await run.write('d.csv', [HEADER, MEASLES]);
    const readStderr = async (name: string, ...args: readonly string[]) =>
      (await run.import('consultations', run.path(name), '--source', 'North Clinic', ...args)).stderr;
    const newSource = 'Source "North Clinic": new, no consultations were imported from it before.\n';
    expect(await readStderr('c.csv', '--dry-run')).toBe(newSource);
    expect(await readStderr('c.csv')).toBe(newSource);
    expect(await readStderr('c.csv')).toBe('Source "North Clinic": this file was imported from it before.\n');
    expect(await readStderr('d.csv', '--only-new')).toBe(
      'Source "North Clinic": 1 file of consultations imported from it before.\n',
    );
  });

  it.each([
    ['Kisumu clinic', 'other capitals'],
    [' Kisumu  Clinic ', 'other spaces'],
    ['Kísumu Clinic', 'an accent'],
    ['Ki\u0301sumu Clinic', 'a combining accent'],
  ])('recognises the spelling "%s", with %s', async (spelling) => {
    await run.write('c.csv', [HEADER, MALARIA]);
    expect(await run.importConsultations('c.csv', '--source', 'Kisumu Clinic')).toEqual([0, 1, 0, 0]);
    const again = await run.import('consultations', run.path('c.csv'), '--source', spelling);
    expect(again.stdout).toContain('Source "Kisumu Clinic": 1 line: 0 recorded, 1 already recorded');
    expect(await run.countRows()).toMatchObject({ account: 1, import_file: 1, consultation: 1 });
  });

  it('recognises a renamed file', async () => {
    await run.write('HIV- (march).csv', [HEADER, MALARIA]);
    await run.write('march (1).csv', [HEADER, MALARIA]);
    expect(await run.importConsultations('HIV- (march).csv')).toEqual([0, 1, 0, 0]);
    const again = await run.import('consultations', run.path('march (1).csv'));
    expect(again.stdout).toContain('Source "HIV- (march).csv": 1 line: 0 recorded, 1 already recorded');
  });

  it('refuses content of another source without --again', async () => {
    const path = await run.write('march.csv', [HEADER, MALARIA]);
    expect(await run.importConsultations('march.csv')).toEqual([0, 1, 0, 0]);
    const before = await run.countRows();
    for (const options of [['--dry-run'], []]) {
      await expect(run.importConsultations('march.csv', '--source', 'South', ...options)).rejects.toThrow(
        /imported before, from source "march.csv".*give --again.*Nothing was recorded/,
      );
    }
    expect(await run.countRows()).toEqual(before);
    const confirmed = await run.import('consultations', path, '--source', 'South', '--again');
    expect(confirmed.stdout).toContain('1 recorded');
    expect(confirmed.stderr).toContain('from source "march.csv": it is counted for "South" as well.\n');
    expect(await run.importConsultations('march.csv', '--source', 'south')).toEqual([0, 0, 1, 0]);
  });

  describe('with another file', () => {
    const importSales = (name: string, ...args: readonly string[]) =>
      run.importAndCount('sales', name, '--source', 'till', ...args);

    beforeEach(async () => {
      await run.write('monday.csv', [SALES_HEADER, SALE, SALE]);
      await run.write('tuesday.csv', [SALES_HEADER, SALE, SALE, SALE]);
      expect(await importSales('monday.csv')).toEqual([0, 2, 0, 0]);
    });

    it('fails without --cumulative or --only-new, or with both', async () => {
      const before = await run.countRows();
      for (const options of [['--dry-run'], []]) {
        await expect(importSales('tuesday.csv', ...options)).rejects.toThrow(
          /Another file of sales .*"till".*--cumulative.*--only-new.*Nothing was recorded/s,
        );
      }
      expect(await run.countRows()).toEqual(before);
      await expect(importSales('tuesday.csv', '--only-new', '--cumulative')).rejects.toThrow('not both');
    });

    it('needs no option for the same content, or if every line has an externalId', async () => {
      expect(await importSales('monday.csv')).toEqual([0, 0, 2, 0]);
      await run.write('ids.csv', [`${SALES_HEADER},externalId`, `${SALE},1`, ',,,,', `${SALE},2`]);
      expect(await importSales('ids.csv')).toEqual([0, 2, 0, 0]);
      await run.write('some.csv', [`${SALES_HEADER},externalId`, `${SALE},3`, `${SALE},`]);
      await expect(importSales('some.csv')).rejects.toThrow('--only-new');
    });

    it('records only additional lines with --cumulative', async () => {
      expect(await importSales('tuesday.csv', '--cumulative')).toEqual([0, 1, 2, 0]);
      expect(await importSales('tuesday.csv')).toEqual([0, 0, 3, 0]);
    });

    it('records lines that equal earlier ones with --only-new', async () => {
      expect(await importSales('tuesday.csv', '--only-new', '--dry-run')).toEqual([0, 3, 0, 0]);
      expect(await importSales('tuesday.csv', '--only-new')).toEqual([0, 3, 0, 0]);
      expect(await run.loadSales()).toHaveLength(5);
      for (const options of [['--only-new'], []]) {
        expect(await importSales('tuesday.csv', ...options)).toEqual([0, 0, 3, 0]);
      }
    });

    it('fails when a file is imported again with another option', async () => {
      await importSales('tuesday.csv', '--only-new');
      await expect(importSales('tuesday.csv', '--cumulative')).rejects.toThrow('with --only-new before');
      await expect(importSales('monday.csv', '--only-new')).rejects.toThrow('without --only-new before');
      await run.write('week.csv', [SALES_HEADER, SALE, SALE, SALE, SALE, SALE]);
      for (const options of [[], ['--cumulative']]) {
        await expect(importSales('week.csv', ...options)).rejects.toThrow('are not recognised');
      }
      expect(await run.loadSales()).toHaveLength(5);
    });

    it('records nothing of an incomplete file with --only-new', async () => {
      await run.write('cut.csv', [SALES_HEADER, ...Array<string>(10_001).fill(SALE), '"Paracetamol,1']);
      await expect(importSales('cut.csv', '--only-new')).rejects.toThrow('is never closed');
      expect(await run.loadSales()).toHaveLength(2);
    });

    it('refuses a recorded line that other options read differently', async () => {
      await run.write('days.csv', [SALES_HEADER, 'Paracetamol,10,03/04/2026,KE']);
      expect(await importSales('days.csv', '--only-new', '--date-order', 'mdy')).toEqual([0, 1, 0, 0]);
      expect(await importSales('days.csv', '--only-new', '--date-order', 'dmy')).toEqual([2, 0, 0, 1]);
      expect(await run.readRefusals('days.refused.csv')).toMatchObject([
        { line: 2, reasons: expect.stringContaining('or with other options') as unknown },
      ]);
    });
  });

  it('accepts one of two files of a source that are imported at the same time', async () => {
    const paths = await Promise.all(
      ['a.csv', 'b.csv'].map((name, index) =>
        run.write(name, [SALES_HEADER, SALE, ...Array<string>(index).fill(SALE)]),
      ),
    );
    // With this lock, both programs can read the table but not insert their files.
    const lock = 'LOCK TABLE import_file IN SHARE MODE';
    const argumentLists = paths.map((path) => [path, '--source', 'till']);
    expect(await run.importBehindLock(lock, 'sales', argumentLists)).toEqual([0, 1]);
  });
});
