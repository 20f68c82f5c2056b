import { keysOf } from '../../migrations/1763800100000-extend-medications';
import medicines from '../../migrations/data/1763800100000-medications.json';
import pathologies from '../../migrations/data/1763700200000-pathologies.json';
import corrections from '../../migrations/data/1764100700000-catalogue-corrections.json';
import specialties from '../../migrations/data/1763700100000-specialties.json';
import { medications as demoMedications } from '../../dev/demo/medications';
import { nameKey } from '../../src/shared/name-key';
import { suitePlatform } from '../support/platform';

const platform = suitePlatform();

/** Expected codes from ICD-10, WHO edition of 2019. */
const ICD10_CODES: Readonly<Record<string, string>> = {
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

/** Names that callers may send, with the pathology's name. */
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
  it('has at least 150 pathologies, all in the database with their codes', async () => {
    expect(pathologies.length).toBeGreaterThanOrEqual(150);
    const rows = await platform.database.query<{ name: string; icd10: string | null }[]>(
      `SELECT name, icd10 FROM pathology WHERE scope = '*' ORDER BY key`,
    );
    const withoutCode = new Set(corrections.map(({ of }) => of));
    const expected = [
      ...pathologies.map(({ name, icd10 }) => ({ name, icd10: withoutCode.has(name) ? null : icd10 })),
      ...corrections.map(({ name, icd10 }) => ({ name, icd10 })),
    ];
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('has a well-formed ICD-10 code for each', () => {
    const malformed = pathologies.filter(({ icd10 }) => !/^[A-Z]\d{2}(\.\d)?$/.test(icd10));
    expect(malformed).toEqual([]);
  });

  it.each(Object.entries(ICD10_CODES))('gives %s the code %s', (name, icd10) => {
    expect(pathologies.find((pathology) => pathology.name === name)?.icd10).toBe(icd10);
  });

  it('gives every dengue a code of A97, as the edition of 2019 does', () => {
    const dengue = pathologies.filter(({ name }) => /dengue/i.test(name));
    expect(dengue.length).toBeGreaterThan(0);
    for (const { icd10 } of dengue) expect(icd10).toMatch(/^A97\./);
    expect(pathologies.filter(({ icd10 }) => /^A9[01]/.test(icd10))).toEqual([]);
  });

  it('names each in English, French and Portuguese', () => {
    const untranslated = pathologies.filter(({ synonyms }) => !synonyms.fr.length || !synonyms.pt.length);
    expect(untranslated.map(({ name }) => name)).toEqual([]);
  });

  it('has no name for two pathologies, and none without letters', async () => {
    const meanings = new Map<string, Set<string>>();
    for (const { name, synonyms } of pathologies) {
      for (const anyName of [name, ...synonyms.en, ...synonyms.fr, ...synonyms.pt]) {
        const key = nameKey(anyName);
        expect(key).toMatch(/^[\p{L}\p{N}]+$/u);
        meanings.set(key, (meanings.get(key) ?? new Set()).add(name));
      }
    }
    expect([...meanings].filter(([, names]) => names.size > 1)).toEqual([]);
    const [row] = await platform.database.query<{ names: number }[]>(
      `SELECT count(*)::int AS names FROM pathology_name WHERE scope = '*'`,
    );
    const corrected = [...corrections.flatMap(({ name, names }) => [name, ...names]), 'constipação'];
    for (const name of corrected) meanings.set(nameKey(name), new Set());
    expect(row?.names).toBe(meanings.size);
  });

  it.each(Object.entries(SYNONYMS))('finds %s as %s', async (synonym, name) => {
    const rows = await platform.database.query<unknown[]>(
      `SELECT p.name FROM pathology_name n JOIN pathology p ON p.id = n.pathology_id WHERE n.key = $1`,
      [nameKey(synonym)],
    );
    expect(rows).toEqual([{ name }]);
  });
});

/** Expected codes from WHO's ATC index. */
const ATC_CODES: Readonly<Record<string, string>> = {
  'Artemether + lumefantrine': 'P01BF01',
  Amoxicillin: 'J01CA04',
  'Amoxicillin + clavulanic acid': 'J01CR02',
  'Dolutegravir + lamivudine + tenofovir': 'J05AR27',
  'Ferrous salt + folic acid': 'B03AD03',
  Ibuprofen: 'M01AE01',
  'Insulin (human)': 'A10AB01',
  Metformin: 'A10BA02',
  'Oral rehydration salts': 'A07CA',
  Oxytocin: 'H01BB02',
  Paracetamol: 'N02BE01',
  Praziquantel: 'P02BA01',
  'Rifampicin + isoniazid + pyrazinamide + ethambutol': 'J04AM06',
  Salbutamol: 'R03AC02',
  'Sulfadoxine + pyrimethamine': 'P01BD51',
  'Sulfamethoxazole + trimethoprim': 'J01EE01',
  'Yellow fever vaccine': 'J07BL01',
  'Zinc sulfate': 'A12CB01',
};

/** Medicines without a code in WHO's index. */
const WITHOUT_CODE = ['Daclatasvir + sofosbuvir', 'Isoniazid + rifapentine', 'Ready-to-use therapeutic food'];

const MEDICINE_SYNONYMS: Readonly<Record<string, string>> = {
  acetaminophen: 'Paracetamol',
  PARACÉTAMOL: 'Paracetamol',
  albuterol: 'Salbutamol',
  adrénaline: 'Epinephrine',
  AAS: 'Acetylsalicylic acid',
  'acide acétylsalicylique': 'Acetylsalicylic acid',
  ORS: 'Oral rehydration salts',
  SRO: 'Oral rehydration salts',
  AL: 'Artemether + lumefantrine',
  'artemether/lumefantrine': 'Artemether + lumefantrine',
  'luméfantrine + artéméther': 'Artemether + lumefantrine',
  ASAQ: 'Artesunate + amodiaquine',
  'artenimol + piperaquine': 'Dihydroartemisinin + piperaquine',
  SP: 'Sulfadoxine + pyrimethamine',
  'co-trimoxazole': 'Sulfamethoxazole + trimethoprim',
  TLD: 'Dolutegravir + lamivudine + tenofovir',
  'Tenofovir / lamivudine / dolutegravir': 'Dolutegravir + lamivudine + tenofovir',
  'Isoniazid + rifampicin + ethambutol + pyrazinamide': 'Rifampicin + isoniazid + pyrazinamide + ethambutol',
  hidroclorotiazida: 'Hydrochlorothiazide',
  'soro fisiológico': 'Sodium chloride',
};

describe('the catalogue of medications', () => {
  it('has at least 260 medicines, all in the database with their codes', async () => {
    expect(medicines.length).toBeGreaterThanOrEqual(260);
    const rows = await platform.database.query<{ name: string; atc: string[] }[]>(
      `SELECT name, atc_codes AS atc FROM medication WHERE scope = '*'`,
    );
    const expected = [
      // The resin has no code of its own.
      ...medicines.map(({ name, atc }) => ({ name, atc: name === 'Podophyllum resin' ? [] : atc })),
      { name: 'Podophyllotoxin', atc: ['D06BB04'] },
    ];
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('has a well-formed ATC code for each medicine that has one in WHO’s index', () => {
    const codes = medicines.flatMap(({ atc }) => atc);
    const fifthLevel = /^[A-DGHJL-NPRSV]\d{2}[A-Z]{2}\d{2}$/;
    expect(codes.filter((code) => !fifthLevel.test(code))).toEqual(['A07CA']);
    const without = medicines.filter(({ atc }) => atc.length === 0).map(({ name }) => name);
    expect(without).toEqual(WITHOUT_CODE);
  });

  it('has no code for two medications', () => {
    const codes = medicines.flatMap(({ atc }) => atc);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  it.each(Object.entries(ATC_CODES))('gives %s the first code %s', (name, code) => {
    expect(medicines.find((medicine) => medicine.name === name)?.atc[0]).toBe(code);
  });

  it('names each in English, French and Portuguese', () => {
    const untranslated = medicines.filter(({ synonyms }) => !synonyms.fr.length || !synonyms.pt.length);
    expect(untranslated.map(({ name }) => name)).toEqual([]);
  });

  it('has no name for two medications, and none without letters', async () => {
    const meanings = new Map<string, string[]>();
    for (const medicine of medicines) {
      for (const key of keysOf(medicine)) {
        expect(key).toMatch(/^[\p{L}\p{N}]+$/u);
        meanings.set(key, [...(meanings.get(key) ?? []), medicine.name]);
      }
    }
    expect([...meanings].filter(([, names]) => names.length > 1)).toEqual([]);
    const [row] = await platform.database.query<{ names: number }[]>(
      `SELECT count(*)::int AS names FROM medication_name WHERE scope = '*'`,
    );
    expect(row?.names).toBe(meanings.size);
  });

  it.each(Object.entries(MEDICINE_SYNONYMS))('finds %s as %s', async (synonym, name) => {
    const rows = await platform.database.query<unknown[]>(
      `SELECT m.name FROM medication_name n JOIN medication m ON m.id = n.medication_id WHERE n.key = $1`,
      [nameKey(synonym)],
    );
    expect(rows).toEqual([{ name }]);
  });

  it('has every medicine of the synthetic data', () => {
    const names = new Set(medicines.map(({ name }) => name));
    expect(demoMedications.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([]);
  });
});

describe('the catalogue of specialties', () => {
  it('has at least 40 specialties with unique names and codes', () => {
    expect(specialties.length).toBeGreaterThanOrEqual(40);
    expect(new Set(specialties.map(({ name }) => name.toLowerCase())).size).toBe(specialties.length);
    expect(new Set(specialties.map(({ code }) => code)).size).toBe(specialties.length);
  });

  it('describes each specialty in one sentence', () => {
    const malformed = specialties.filter(({ description }) => !/^[A-Z][^.]{20,200}\.$/.test(description));
    expect(malformed).toEqual([]);
  });
});
