import { ICD_10 } from './bundles';
import { suiteFhir } from './fhir-platform';

const icd10 = (code: string) => ({ system: ICD_10, code });
const snomed = (display: string, code = '61462000') => ({ system: 'http://snomed.info/sct', code, display });

describe('the case of a Condition', () => {
  const fhir = suiteFhir();

  describe('has the pathology of', () => {
    it.each([
      ['its ICD-10 code', { coding: [icd10('B50.9')] }, 'Plasmodium falciparum malaria'],
      ['an ICD-10 code without its point', { coding: [icd10('a010')] }, 'Typhoid fever'],
      [
        'an ICD-10 code by its OID',
        { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.3', code: 'B54' }] },
        'Malaria',
      ],
      ['an ICD-10-CM code', { coding: [{ system: `${ICD_10}-cm`, code: 'B54' }] }, 'Malaria'],
      [
        'the first code that the catalogue has',
        { coding: [snomed('Something else', '1'), icd10('Z99.99'), icd10('A01.0'), icd10('B54')] },
        'Typhoid fever',
      ],
      [
        'its text without SNOMED CT’s tag',
        { coding: [snomed('Malaria (disorder)')], text: 'Cholera (disorder)' },
        'Cholera',
      ],
      ['its display if it has no text', { coding: [snomed('Malaria (disorder)')] }, 'Malaria'],
      ['a new name', { text: 'Homa ya mji (finding)' }, 'Homa ya mji'],
      [
        'the first of its names that the catalogue has',
        { coding: [{ code: 'x', display: 'Paludisme' }], text: 'Fever since Monday' },
        'Malaria',
      ],
      [
        'its display if the text is too long for a name',
        { coding: [{ code: 'x', display: 'Malaria' }], text: 'fever '.repeat(60) },
        'Malaria',
      ],
    ])('%s', async (_case, code, name) => {
      const { cases } = await fhir.recordEncounter({ condition: { code } });
      expect(cases).toMatchObject([{ name, country: 'KE' }]);
    });

    it.each([
      'http://id.who.int/icd/release/11/mms',
      'http://id.who.int/icd11/mms',
      'http://hl7.org/fhir/sid/icd-11',
    ])('an ICD-11 code of %s', async (system) => {
      const { cases } = await fhir.recordEncounter({
        condition: { code: { coding: [{ system, code: '1F40' }] } },
      });
      expect(cases).toMatchObject([{ name: 'Plasmodium falciparum malaria' }]);
    });
  });

  describe('has the date of', () => {
    it.each([
      ['2026-03-14T09:30:00Z', '2026-03-14T09:30:00.000Z'],
      ['2026-03-14T01:30:00+03:00', '2026-03-13T22:30:00.000Z'],
      ['2026-03-14T09:30:00.123456-01:00', '2026-03-14T10:30:00.123Z'],
      ['2026-03-14', '2026-03-14T00:00:00.000Z'],
    ])('%s', async (start, consultedAt) => {
      expect((await fhir.recordEncounter({ encounter: { period: { start } } })).cases).toMatchObject([
        { consultedAt },
      ]);
    });
  });
});
