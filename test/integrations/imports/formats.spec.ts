import { CommandError } from '../../../src/platform/command-line/command';
import { suiteImportRun } from './import-run';
import { HEADER, LINE, SALE } from './sales-file';

/** A valid file. */
const FILE = `${HEADER}\n${LINE}`;

const SOURCE = 'Source "sales.csv": new, no sales were imported from it before.\n';

describe('imported files', () => {
  const run = suiteImportRun();

  const importFile = (...args: readonly string[]) => run.import('sales', ...args);

  describe('formats', () => {
    it.each<[string, string | Buffer, readonly string[]]>([
      ['without a line end at the end', FILE, []],
      ['with a byte-order mark', `\uFEFF${HEADER}\n${LINE}\n`, []],
      ['in UTF-16 with a byte-order mark', Buffer.from(`\uFEFF${HEADER}\r\n${LINE}\r\n`, 'utf16le'), []],
      ['in big-endian UTF-16', Buffer.from(`\uFEFF${HEADER}\n${LINE}`, 'utf16le').swap16(), []],
      ['with Windows line ends', `${HEADER}\r\n${LINE}\r\n\r\n`, []],
      ['with mixed line ends', `${HEADER}\r\n${LINE}\n,,,\n\n`, []],
      ['with old Macintosh line ends', `${HEADER}\r${LINE}\r`, []],
      ['with semicolons', FILE.replaceAll(',', ';'), []],
      ['with tabs', FILE.replaceAll(',', '\t'), []],
      ['with columns in any order', `soldAt,units,country,medicationName\n2026-03-14,20,KE,Paracetamol`, []],
      ['fully quoted', FILE.replaceAll(/[^,\n]+/g, '"$&"'), []],
      ['in French', `Pays;Nom du médicament;Quantité;Date de vente\nKEN;Paracétamol;20,0;14/03/2026\n`, []],
      ['in Portuguese', `PAÍS;Medicamento;QUANTIDADE;data\nKE;paracetamol;20;14-03-2026\n`, []],
      [
        'in Windows-1252 with --encoding',
        Buffer.from(`Pays;M\u00e9dicament;Quantit\u00e9;Date\nKE;Parac\u00e9tamol;20;14/03/2026`, 'latin1'),
        ['--encoding', 'windows-1252'],
      ],
      [
        'without a country column but with --country',
        `medication,units,date\nParacetamol,20,2026-03-14`,
        ['--country', 'KEN'],
      ],
      ['with --date-order', `${HEADER}\nKE,Paracetamol,20,14/3/2026`, ['--date-order', 'dmy']],
    ])('imports a file %s', async (_format, content, args) => {
      const path = await run.write('sales.csv', content);
      expect(await importFile(path, ...args)).toMatchObject({ code: 0, stderr: SOURCE });
      expect(await run.loadSales()).toEqual([SALE]);
    });

    it('accepts separators, doubled quotes and line ends in quotes, and numbers lines like an editor', async () => {
      const path = await run.write('c.csv', [
        'patient,diagnosis,date,country,note',
        '"P ""1""","Fever, of the river",2026-03-14,KE,"a\r\nb"',
        '',
        'P-2,Malaria,soon,KE,',
        'P-3 5" tall,Malaria,2026-03-14,KE,',
      ]);
      expect(await run.import('consultations', path)).toMatchObject({ code: 2 });
      expect(await run.loadConsultations()).toMatchObject([
        { patient: 'P "1"', name: 'Fever, of the river' },
        { patient: 'P-3 5" tall' },
      ]);
      expect(await run.readRefusals('c.refused.csv')).toMatchObject([
        { line: 5, cells: ['P-2', 'Malaria', 'soon', 'KE', ''] },
      ]);
    });

    it('imports French numbers and dates, and refuses ambiguous ones without an option', async () => {
      const path = await run.write('s.csv', [
        'pays;médicament;quantité;date',
        'SN;Paracétamol;1 200;25/03/2026 09:30',
        'SN;Paracétamol;1\u202f200,0;25/03/2026',
        'SN;Paracétamol;1.200;26/03/2026',
        'SN;Paracétamol;12,5;27/03/2026',
        'SN;Paracétamol;5;03/04/2025',
      ]);
      expect(await importFile(path)).toMatchObject({ code: 2 });
      expect((await run.loadSales()).map(({ units, at }) => [units, at])).toEqual([
        [1200, '2026-03-25 09:30'],
        [1200, '2026-03-25 12:00'],
      ]);
      expect((await run.readRefusals('s.refused.csv')).map(({ line }) => line)).toEqual([4, 5, 6]);

      expect(await importFile(path, '--decimal-comma', '--date-order', 'dmy')).toMatchObject({
        code: 2,
        stdout: expect.stringContaining('2 recorded, 2 already recorded, 1 refused') as unknown,
      });
      expect((await run.readRefusals('s.refused.csv')).map(({ line }) => line)).toEqual([5]);
    });
  });

  describe('failures that record nothing', () => {
    it.each<[string, string | Buffer, readonly [message: string, ...args: string[]]]>([
      [
        'a missing column',
        'country,medication,date\nKE,Paracetamol,2026-03-14',
        ['There is no column units'],
      ],
      ['a missing country', 'medication,date,units\nParacetamol,2026-03-14,1', ['Or give --country KE']],
      ['a country column together with --country', FILE, ['leave --country out', '--country', 'UG']],
      ['a repeated column', `${HEADER},Date\n${LINE},x`, ['"soldAt", "Date" all mean soldAt']],
      ['an empty file', '', ['is empty']],
      ['a workbook', Buffer.from('PK\x03\x04\x00\x00'), ['is a workbook']],
      ['a binary file', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]), ['is no text']],
      ['a text that is no table', 'Dear all,\nplease find attached', ['The columns found: "Dear all"']],
      [
        'a file that is not UTF-8',
        Buffer.concat([
          Buffer.from(`${HEADER}\n${LINE}\n`),
          Buffer.from('KE,Parac\u00e9tamol,2,2026-03-14\n', 'latin1'),
        ]),
        ['is not UTF-8 (line 3)'],
      ],
      [
        'a file that ends within a character',
        Buffer.from(`${HEADER}\n${LINE}\u00e9`).subarray(0, -1),
        ['is not UTF-8'],
      ],
      ['an unknown country', FILE, ['--country: expected an ISO', '--country', 'XX']],
      ['an unknown time zone', FILE, ['--time-zone: expected', '--time-zone', 'Mars/Base']],
      ['an unknown date order', FILE, ['--date-order: expected dmy, mdy', '--date-order', 'ymd']],
      ['an unknown option', FILE, ['Usage: FILE.csv', '--force']],
      [
        'a batch that is too large',
        FILE,
        ['--batch-lines: expected a whole number from 1 to 100000', '--batch-lines', '100001'],
      ],
      ['both decimal marks', FILE, ['not both', '--decimal-comma', '--decimal-point']],
    ])('fails for %s', async (_problem, content, [message, ...args]) => {
      const path = await run.write('sales.csv', content);
      const before = await run.countRows();
      await expect(importFile(path, ...args)).rejects.toThrow(message);
      expect(await run.countRows()).toEqual(before);
    });

    it('fails for a folder, a missing file and a missing argument', async () => {
      await expect(importFile(run.folder)).rejects.toThrow('is not a file');
      await expect(importFile(run.path('nothing.csv'))).rejects.toThrow('there is no such file');
      await expect(importFile()).rejects.toThrow('Name one file');
    });
  });

  it('fails with the line number for a quote that is never closed', async () => {
    const lines = Array.from({ length: 20_000 }, (_none, index) => `KE,Paracetamol,${index + 1},2026-03-14`);
    const path = await run.write('s.csv', [HEADER, ...lines, 'KE,"Ibuprofen,5,2026-03-14', ...lines]);
    await expect(importFile(path)).rejects.toThrow(/line 20002 or a little after.*never closed/s);
  });

  it('fails with the missing columns for a quote in the header that is never closed', async () => {
    const path = await run.write('s.csv', ['country,"medicationName,units,soldAt', LINE]);
    const failure = expect(importFile(path)).rejects;
    await failure.toThrow(/^There is no column medicationName/);
    await failure.toBeInstanceOf(CommandError);
  });

  it('exits with 0 for a file with only a header', async () => {
    expect(await importFile(await run.write('s.csv', HEADER))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('0 lines') as unknown,
    });
  });

  it('prints the columns that are not read, once', async () => {
    const path = await run.write('sales.csv', [
      `${HEADER},Cashier, ,\x1b[2JCashier \u202ephone`,
      `${LINE},Ann,,1`,
      `${LINE},Bea,,2`,
    ]);
    expect(await importFile(path)).toMatchObject({
      code: 0,
      stderr: SOURCE + 'Columns that were not read: "Cashier", "\\u001b[2JCashier \\u{202e}phone".\n',
    });
  });

  it('records the unknown country ZZ only if the file or --country gives it', async () => {
    const path = await run.write('s.csv', ['medication,units,date', 'Paracetamol,20,2026-03-14']);
    expect(await importFile(path, '--country', 'zz')).toMatchObject({ code: 0 });
    expect(await run.loadSales()).toEqual([{ ...SALE, country: 'ZZ' }]);
    const withColumn = await run.write('c.csv', [HEADER, LINE.replace('KE', ' zz')]);
    expect(await importFile(withColumn)).toMatchObject({ code: 0 });
    expect((await run.loadSales()).map(({ country }) => country)).toEqual(['ZZ', 'ZZ']);
  });
});
