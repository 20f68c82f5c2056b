import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameFileOf, writeNameFile } from '../../../bench/catalogue-names/name-file';
import {
  confirmNames,
  createNameSheet,
  formatNameSheet,
  type NameRow,
} from '../../../bench/catalogue-names/name-sheet';
import { readCatalogueNames } from '../../../src/shared/catalogue-names/catalogue-names';

describe('the sheet of names', () => {
  const names = readCatalogueNames('sw');
  const rows = createNameSheet('sw', names);

  /** Returns what `names:confirm` makes of the sheet with some of its cells filled in. */
  function confirm(...filled: readonly Partial<NameRow>[]) {
    const changed = rows.map((row) => ({
      ...row,
      ...filled.find(({ english }) => english === row.english),
    }));
    return confirmNames(formatNameSheet('sw', changed).csv);
  }

  const find = (english: string, { pathologies } = names) =>
    pathologies.find((each) => each.english === english);

  it('has each name with its code, the English name and the mark', () => {
    expect(rows).toHaveLength(617 + 507 + 4);
    expect(rows[0]).toEqual({
      language: 'sw',
      kind: 'pathologies',
      code: 'A00.9',
      english: 'Cholera',
      name: 'Kipindupindu',
      mark: find('Cholera')?.mark,
      correction: '',
      remark: '',
    });
  });

  it('is HTML in the direction of its language, without markup from its texts', () => {
    const arabic = createNameSheet('ar', readCatalogueNames('ar')).slice(0, 1);
    const { html } = formatNameSheet(
      'ar',
      arabic.map((row) => ({ ...row, remark: '<b>' })),
    );
    expect(html).toContain('dir="rtl"');
    expect(html).toContain('الكوليرا');
    expect(html).toContain('&lt;b&gt;');
  });

  it('changes nothing if it comes back as it was', () => {
    const { language, names: unchanged, confirmed, corrected } = confirm();
    expect({ language, confirmed, corrected }).toEqual({ language: 'sw', confirmed: 0, corrected: 0 });
    expect(unchanged).toEqual(names);
  });

  it('confirms names by their mark, and by a correction, which replaces the name', () => {
    const {
      names: reviewed,
      confirmed,
      corrected,
    } = confirm({ english: 'Cholera', mark: 'confirmed' }, { english: 'Measles', correction: ' Ukambi ' });
    expect({ confirmed, corrected }).toEqual({ confirmed: 2, corrected: 1 });
    expect(find('Cholera', reviewed)).toEqual({ ...find('Cholera'), mark: 'confirmed' });
    expect(find('Measles', reviewed)).toEqual({ ...find('Measles'), name: 'Ukambi', mark: 'confirmed' });
    expect(find('Malaria', reviewed)).toEqual(find('Malaria'));
  });

  it('takes a sheet with semicolons, which Excel writes in countries with a decimal comma', () => {
    const csv = [
      'language;kind;code;english;name;mark;correction;remark',
      'sw;series;;Malaria, all forms;Malaria, aina zote;confirmed;;',
    ].join('\r\n');
    expect(confirmNames(csv).names.series).toContainEqual({
      code: null,
      english: 'Malaria, all forms',
      name: 'Malaria, aina zote',
      mark: 'confirmed',
    });
  });

  it.each([
    [{ english: 'Cholera', mark: 'yes' }, /mark/],
    [{ english: 'Cholera', language: 'fr' }, /language/],
    [{ english: 'Cholera', kind: 'diseases' }, /kind/],
    [{ english: 'Cholera', name: 'Kipindupindu cha zamani' }, /Cholera: the name is now "Kipindupindu"/],
    [{ english: 'Cholera', correction: 'Malaria' }, /"Malaria" is also the name of/],
    [{ english: 'Cholera', correction: 'الكوليرا' }, /another script/],
  ])('is refused as a whole with %p', (filled, problem) => {
    expect(() => confirm(filled)).toThrow(problem);
  });

  it('is refused if it has an entry that the catalogue does not have', () => {
    const [row] = rows;
    const { csv } = formatNameSheet('sw', row ? [{ ...row, english: 'Dropsy' }] : []);
    expect(() => confirmNames(csv)).toThrow(/Dropsy: is not in the catalogue/);
    expect(() => confirmNames('')).toThrow(/no names/);
  });

  it('is stored with a change of the changed lines only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'names-'));
    const path = join(folder, 'sw.json');
    await writeNameFile(path, names);
    expect(readFileSync(path, 'utf8')).toBe(readFileSync(nameFileOf('sw'), 'utf8'));
    rmSync(folder, { recursive: true });
  });
});
