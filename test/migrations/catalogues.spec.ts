import pathologies from '../../migrations/data/1763700200000-pathologies.json';
import specialties from '../../migrations/data/1763700100000-specialties.json';
import { nameKey } from '../../src/fields/name-key';
import { type Platform, startPlatform } from '../support/platform';

/** Codes of ICD-10, WHO edition of 2019, written down apart from the catalogue. */
const CODES: Readonly<Record<string, string>> = {
  Cholera: 'A00.9',
  'Typhoid fever': 'A01.0',
  Plague: 'A20.9',
  Leprosy: 'A30.9',
  'Buruli ulcer': 'A31.1',
  Trachoma: 'A71.9',
  Rabies: 'A82.9',
  'Rift Valley fever': 'A92.4',
  'Yellow fever': 'A95.9',
  'Lassa fever': 'A96.2',
  'Dengue fever': 'A97.9',
  'Severe dengue': 'A97.2',
  'Marburg virus disease': 'A98.3',
  'Ebola virus disease': 'A98.4',
  Mpox: 'B04',
  Measles: 'B05.9',
  Malaria: 'B54',
  Schistosomiasis: 'B65.9',
  Onchocerciasis: 'B73',
  'Sickle-cell disease': 'D57.1',
  'Type 2 diabetes mellitus': 'E11.9',
  Kwashiorkor: 'E40',
  Hypertension: 'I10',
  Asthma: 'J45.9',
  Eclampsia: 'O15.9',
  'Snake bite': 'T63.0',
  'COVID-19': 'U07.1',
};

/** What somebody writes, and what it means. */
const SYNONYMS: Readonly<Record<string, string>> = {
  paludisme: 'Malaria',
  Palu: 'Malaria',
  malária: 'Malaria',
  ROUGEOLE: 'Measles',
  sarampo: 'Measles',
  'fievre  jaune': 'Yellow fever',
  'febre amarela': 'Yellow fever',
  drépanocytose: 'Sickle-cell disease',
  bilharzia: 'Schistosomiasis',
  'variole du singe': 'Mpox',
  hipertensão: 'Hypertension',
  'snake-bite': 'Snake bite',
};

describe('the catalogue of pathologies', () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(async () => {
    await platform.close();
  });

  it('holds at least 150, all of them in the database with their codes', async () => {
    expect(pathologies.length).toBeGreaterThanOrEqual(150);
    const rows = await platform.database.query<{ name: string; icd10: string }[]>(
      `SELECT name, icd10 FROM pathology WHERE scope = '*' ORDER BY key`,
    );
    const expected = pathologies.map(({ name, icd10 }) => ({ name, icd10 }));
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('has a well-formed ICD-10 code for each', () => {
    const malformed = pathologies.filter(({ icd10 }) => !/^[A-Z]\d{2}(\.\d)?$/.test(icd10));
    expect(malformed).toEqual([]);
  });

  it.each(Object.entries(CODES))('has %s at %s', (name, icd10) => {
    expect(pathologies.find((pathology) => pathology.name === name)?.icd10).toBe(icd10);
  });

  it('has every dengue at A97, where the edition of 2019 put it', () => {
    const dengue = pathologies.filter(({ name }) => /dengue/i.test(name));
    expect(dengue.length).toBeGreaterThan(0);
    for (const { icd10 } of dengue) expect(icd10).toMatch(/^A97\./);
    expect(pathologies.filter(({ icd10 }) => /^A9[01]/.test(icd10))).toEqual([]);
  });

  it('names each in English, French and Portuguese', () => {
    const untranslated = pathologies.filter(({ synonyms }) => !synonyms.fr.length || !synonyms.pt.length);
    expect(untranslated.map(({ name }) => name)).toEqual([]);
  });

  it('has no name that means two pathologies, and none without a letter', async () => {
    const meanings = new Map<string, Set<string>>();
    for (const { name, synonyms } of pathologies) {
      for (const written of [name, ...synonyms.en, ...synonyms.fr, ...synonyms.pt]) {
        const key = nameKey(written);
        expect(key).toMatch(/^[\p{L}\p{N}]+$/u);
        meanings.set(key, (meanings.get(key) ?? new Set()).add(name));
      }
    }
    expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
    const [row] = await platform.database.query<{ names: number }[]>(
      `SELECT count(*)::int AS names FROM pathology_name WHERE scope = '*'`,
    );
    expect(row?.names).toBe(meanings.size);
  });

  it.each(Object.entries(SYNONYMS))('knows %s as %s', async (written, name) => {
    const rows = await platform.database.query<unknown[]>(
      `SELECT p.name FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id WHERE n.key = $1`,
      [nameKey(written)],
    );
    expect(rows).toEqual([{ name }]);
  });
});

describe('the catalogue of specialties', () => {
  it('holds at least 40, no two of one name or code', () => {
    expect(specialties.length).toBeGreaterThanOrEqual(40);
    expect(new Set(specialties.map(({ name }) => name.toLowerCase())).size).toBe(specialties.length);
    expect(new Set(specialties.map(({ code }) => code)).size).toBe(specialties.length);
  });

  it('describes each in one sentence', () => {
    const other = specialties.filter(({ description }) => !/^[A-Z][^.]{20,200}\.$/.test(description));
    expect(other).toEqual([]);
  });
});
