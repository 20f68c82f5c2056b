import { readFile, stat } from 'node:fs/promises';
import { suiteImportRun } from './import-run';
import { HEADER, LINE, SALE } from './sales-file';

describe('refused lines of imported files', () => {
  const run = suiteImportRun();

  const importFile = (...args: readonly string[]) => run.import('sales', ...args);

  it('lists every problem of a line with the column names of the file', async () => {
    const path = await run.write('s.csv', [
      'médicament;Quantité;date;pays;ATC;id externe',
      ';0;2126-03-14;XX;paracetamol;x',
      `${'a'.repeat(201)};2;1899-12-31;KE;;${'1'.repeat(129)}`,
      'Paracetamol;1000001;2026-03-14;XX;N02BE01;',
      'Paracetamol;2;2026-03-14;KE;n02be01;sha256:00:1',
      'Paracetamol;2;2026-03-14;KE;n02be01;1',
    ]);
    expect(await importFile(path)).toMatchObject({ code: 2 });
    expect((await run.readRefusals('s.refused.csv')).map(({ reasons }) => reasons.split('; '))).toEqual([
      [
        'médicament: must not be empty',
        'ATC: expected an ATC code of seven characters such as N02BE01',
        'pays: expected an ISO 3166-1 country code such as KE or KEN, or ZZ where it is unknown',
        'date: must not be more than 24 hours in the future',
        'Quantité: expected a whole number from 1 to 1000000',
      ],
      [
        'médicament: expected at most 200 characters',
        'date: must not be before 1900',
        'id externe: expected at most 128 characters',
      ],
      [
        'pays: expected an ISO 3166-1 country code such as KE or KEN, or ZZ where it is unknown',
        'Quantité: expected a whole number from 1 to 1000000',
      ],
      ['id externe: must not begin with sha256:, which names lines that have no id of their own'],
    ]);
    expect(await run.loadSales()).toHaveLength(1);
  });

  it('refuses characters that the database cannot store', async () => {
    const lines = Array.from({ length: 300 }, () => LINE);
    const path = await run.write('s.csv', [HEADER, ...lines, LINE.replace('cet', '\0'), LINE]);
    expect(await importFile(path)).toMatchObject({ code: 2 });
    expect(await run.readRefusals('s.refused.csv')).toMatchObject([
      { line: 302, reasons: 'medicationName: must not contain NUL characters' },
    ]);
  });

  it('refuses names and ids with a line end, which a misplaced quote can cause', async () => {
    const path = await run.write('c.csv', [
      'patient,date,country,note,pathology,externalId',
      'P-1,2026-03-14,KE,,"Malaria',
      'P-2,2026-03-14,KE,,Measles",',
      '"P-\t3",2026-03-14,KE,,Malaria,"4\r5"',
      'P-4,2026-03-14,KE,"a\nb","Malaria\n",',
    ]);
    expect(await run.import('consultations', path)).toMatchObject({ code: 2 });
    expect(await run.loadConsultations()).toMatchObject([{ patient: 'P-4', name: 'Malaria' }]);
    const problem = 'must be a single line without control characters';
    expect((await run.readRefusals('c.refused.csv')).map(({ line, reasons }) => [line, reasons])).toEqual([
      [2, `pathology: ${problem}`],
      [4, `patient: ${problem}; externalId: ${problem}`],
    ]);
    const salesPath = await run.write('s.csv', [HEADER, 'KE,"Para\u2028cetamol",2,2026-03-14']);
    expect(await importFile(salesPath)).toMatchObject({ code: 2 });
    expect(await run.readRefusals('s.refused.csv')).toMatchObject([
      { reasons: `medicationName: ${problem}` },
    ]);
    await expect(importFile(salesPath, '--source', 'a\nb')).rejects.toThrow(`--source: ${problem}`);
  });

  it('refuses numbers that are reserved for erased patients', async () => {
    const path = await run.write('c.csv', [
      'patient,pathology,date,country',
      'erased,Malaria,2026-03-14,KE',
      'erased-ce047d57-1ee1-43e6-8a3b-299be8b65a7c,Malaria,2026-03-14,KE',
      'P-4,Malaria,2026-03-14,KE',
    ]);
    expect(await run.import('consultations', path)).toMatchObject({ code: 2 });
    expect(await run.loadConsultations()).toMatchObject([{ patient: 'P-4' }]);
    const reasons = 'patient: is reserved for erased patients; send your own number of the patient';
    expect(await run.readRefusals('c.refused.csv')).toMatchObject([
      { line: 2, reasons },
      { line: 3, reasons },
    ]);
  });

  it('refuses only the lines with misplaced quotes, missing cells or extra cells', async () => {
    const path = await run.write('s.csv', [
      HEADER,
      '"KE"x,Paracetamol,20,2026-03-14',
      LINE,
      'KE,"Paracetamol,20,2026-03-14',
      'KE,"Ibuprofen",5,2026-03-15',
      LINE,
      'KE,Paracetamol,20',
      'KE,Paracetamol,1,200,2026-03-14',
      `${LINE},,`,
    ]);
    expect(await importFile(path)).toMatchObject({ code: 2 });
    expect(await run.loadSales()).toEqual([SALE, SALE, SALE]);
    const refusals = await run.readRefusals('s.refused.csv');
    expect(refusals.map(({ line, reasons }) => [line, reasons.slice(0, 18)])).toEqual([
      [2, 'a quote (") stands'],
      [4, 'a quote (") stands'],
      [7, 'has 3 cells where '],
      [8, 'has 5 cells where '],
    ]);
    expect(refusals[1]?.cells).toEqual(['KE,"Paracetamol,20,2026-03-14\nKE,"Ibuprofen",5,2026-03-15']);
  });

  it('are reported in a file that only the owner can read, without formulas', async () => {
    const path = await run.write('s.csv', [
      'country;medication;units;date;note',
      'KE;=HYPERLINK("http://x");0;2026-03-14;@SUM(1)',
      'KE;Paracetamol;-5;+1;"=1+1\n-2"',
    ]);
    expect(await importFile(path)).toMatchObject({ code: 2 });
    expect((await stat(run.path('s.refused.csv'))).mode & 0o777).toBe(0o600);
    const text = await readFile(run.path('s.refused.csv'), 'utf8');
    expect(text.startsWith('\uFEFFline;reasons;country;medication;units;date;note\r\n2;')).toBe(true);
    expect((await run.readRefusals('s.refused.csv')).map(({ cells }) => cells)).toEqual([
      ['KE', `'=HYPERLINK("http://x")`, '0', '2026-03-14', "'@SUM(1)"],
      ['KE', 'Paracetamol', "'-5", "'+1", "'=1+1\n-2"],
    ]);
  });

  it('writes the report to the given path, and replaces only an earlier report', async () => {
    const path = await run.write('s.csv', [HEADER, LINE.replace('20', '0')]);
    const report = run.path('report.csv');
    for (const code of [2, 2]) expect(await importFile(path, '--refused', report)).toMatchObject({ code });
    expect(await run.readRefusals('report.csv')).toHaveLength(1);
    const other = await run.write('other.csv', 'other content');
    await expect(importFile(path, '--refused', other)).rejects.toThrow('is no report of refused lines');
    await expect(importFile(path, '--refused', path)).rejects.toThrow('name another file');
    await expect(importFile(path, '--refused', run.path('no/r.csv'))).rejects.toThrow('cannot be written');
    expect(await readFile(other, 'utf8')).toBe('other content');
    await run.write('s.csv', [HEADER, LINE]);
    await expect(importFile(path, '--refused', report)).rejects.toThrow('--cumulative');
    expect(await run.readRefusals('report.csv')).toHaveLength(1);
    expect(await importFile(path, '--refused', report, '--cumulative')).toMatchObject({ code: 0 });
    await expect(stat(report)).rejects.toThrow('ENOENT');
  });
});
