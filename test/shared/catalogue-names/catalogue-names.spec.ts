import { listNameProblems } from '../../../bench/catalogue-names/name-problems';
import {
  findEnglishName,
  findTranslation,
  type NameKind,
  readCatalogueNames,
  TRANSLATED_LOCALES,
} from '../../../src/shared/catalogue-names/catalogue-names';
import { DISEASE_SERIES } from '../../../src/modules/health/alerts/disease-series';
import { nameKey } from '../../../src/shared/name-key';
import { suitePlatform } from '../../support/platform';

interface CatalogueRow {
  readonly english: string;
  readonly code: string | null;
}

const byEnglish = (one: CatalogueRow, other: CatalogueRow) => (one.english < other.english ? -1 : 1);

describe('names of the catalogue in other languages', () => {
  const platform = suitePlatform();

  describe.each(TRANSLATED_LOCALES)('%s', (language) => {
    const names = readCatalogueNames(language);
    const listed = (kind: NameKind) =>
      names[kind].map(({ english, code }) => ({ english, code })).sort(byEnglish);

    it('are complete: each pathology and medication of the catalogue once, with its code', async () => {
      const pathologies = await platform.database.query<CatalogueRow[]>(
        `SELECT name AS english, icd10 AS code FROM pathology WHERE scope = '*'`,
      );
      const medications = await platform.database.query<CatalogueRow[]>(
        `SELECT name AS english, atc_codes[1] AS code FROM medication WHERE scope = '*'`,
      );
      expect(listed('pathologies')).toEqual(pathologies.sort(byEnglish));
      expect(listed('medications')).toEqual(medications.sort(byEnglish));
      expect(listed('series').map(({ english }) => english)).toEqual(
        DISEASE_SERIES.map(({ name }) => name).sort(),
      );
    });

    it('are well-formed and unique', () => {
      expect(listNameProblems(language, names)).toEqual([]);
    });

    it.each([
      ['pathologies', 'pathology'],
      ['medications', 'medication'],
    ] as const)('mean the same for the catalogue, which knows some %s', async (kind, table) => {
      const rows = await platform.database.query<{ key: string; name: string }[]>(
        `SELECT n.key, e.name FROM ${table}_name n JOIN ${table} e ON e.id = n.${table}_id WHERE n.scope = '*'`,
      );
      const meanings = new Map(rows.map(({ key, name }) => [key, name]));
      const contradictions = names[kind].filter(
        ({ english, name }) => (meanings.get(nameKey(name)) ?? english) !== english,
      );
      expect(contradictions).toEqual([]);
    });
  });

  it.each(['pathologies', 'medications'] as const)('mean one of the %s in all languages', (kind) => {
    const names = TRANSLATED_LOCALES.flatMap((language) => readCatalogueNames(language)[kind]);
    expect(names.filter(({ english, name }) => findEnglishName(kind, name) !== english)).toEqual([]);
  });

  it('are found by the English name, which has no translation into English', () => {
    expect(findTranslation('pathologies', 'Cholera', 'sw')?.name).toBe('Kipindupindu');
    expect(findTranslation('pathologies', 'Cholera', 'en')).toBeUndefined();
    expect(findTranslation('pathologies', 'Lake Fever', 'sw')).toBeUndefined();
    expect(findEnglishName('pathologies', 'KIPINDUPINDU')).toBe('Cholera');
    expect(findEnglishName('medications', 'Kipindupindu')).toBeUndefined();
  });
});
