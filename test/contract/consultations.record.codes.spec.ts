import catalogue from '../../migrations/data/1763700200000-pathologies.json';
import added from '../../migrations/data/1763900100000-pathology-codes.json';
import { type PlainCaller, badRequest, failure, payload } from '../support/plain-caller';
import { CONSULTATION, recordConsultation } from './consultations';
import { ListeningSuite } from '../support/listening-suite';

const WITHOUT_NAME = { ...CONSULTATION, pathologyName: undefined };

describe('consultations.record with a code of the pathology', () => {
  const here = new ListeningSuite();
  let doctor: PlainCaller;

  beforeAll(async () => {
    doctor = await here.doctor('KE');
  });

  const send = (input: object) => doctor.post('consultations.record', { ...WITHOUT_NAME, ...input });

  const record = (input: object) => recordConsultation(doctor, { ...WITHOUT_NAME, ...input });

  it.each([
    ['icd10:A00.9', 'Cholera', 'icd10:A00.9'],
    ['icd10:B50.9', 'Plasmodium falciparum malaria', 'icd10:B50.9'],
    ['icd10:B50.0', 'Cerebral malaria', 'icd10:B50.0'],
    ['icd10:B50.8', 'Severe malaria', 'icd10:B50.8'],
    ['icd10:B54', 'Malaria', 'icd10:B54'],
    ['ICD10:b54 ', 'Malaria', 'icd10:B54'],
    ['Icd10:A00', 'Cholera', 'icd10:A00.9'],
    ['icd10:A00.1', 'Cholera', 'icd10:A00.9'],
    ['icd10:B20.7', 'HIV disease', 'icd10:B24'],
    ['icd10:C64', 'Cancer of kidney', 'icd10:C64'],
    ['icd11:1F40', 'Plasmodium falciparum malaria', 'icd10:B50.9'],
    ['icd11:1F4Z', 'Malaria', 'icd10:B54'],
    ['ICD11:1f45', 'Malaria', 'icd10:B54'],
    ['icd11:1A00', 'Cholera', 'icd10:A00.9'],
    ['icd11:1F03', 'Measles', 'icd10:B05.9'],
    ['icd11:1C62', 'HIV disease', 'icd10:B24'],
    ['icd11:1C62.Z', 'HIV disease', 'icd10:B24'],
    ['icd11:1B10', 'Pulmonary tuberculosis', 'icd10:A16.2'],
    ['icd11:1B1Z', 'Tuberculosis', 'icd10:A16.9'],
    ['icd10:A15.1', 'Pulmonary tuberculosis, confirmed', 'icd10:A15.3'],
    ['icd10:A15.7', 'Respiratory tuberculosis, confirmed', 'icd10:A15.9'],
    ['icd10:O04.9', 'Induced abortion', 'icd10:O04.9'],
    ['icd10:B16.9', 'Acute hepatitis B', 'icd10:B16.9'],
  ])('finds the pathology of %s in the catalogue: %s', async (pathologyCode, name, code) => {
    expect(await record({ pathologyCode })).toMatchObject({ pathologyName: name, pathologyCode: code });
  });

  it.each([
    ['icd11:1D60.01', 'Ebola virus disease'],
    ['icd11:1D60.10', 'Marburg virus disease'],
    ['icd11:1F03.0', 'Measles'],
    ['icd11:1C17.0', 'Diphtheria'],
    ['icd11:1B10.0', 'Pulmonary tuberculosis, confirmed'],
    ['icd10:B54.0', 'Malaria'],
    ['icd10:A00.05', 'Cholera'],
    ['icd10:C64.9', 'Cancer of kidney'],
    ['icd10:C64.001A', 'Cancer of kidney'],
  ])('finds the pathology of the broader code for %s: %s', async (pathologyCode, name) => {
    expect(await record({ pathologyCode })).toMatchObject({ pathologyName: name });
  });

  it.each(['R50.9', 'R05', 'A17.9', 'Z34.9', 'X99.9'])(
    'records %s, which has no pathology in the catalogue, as one of the country',
    async (code) => {
      const pathologyCode = `icd10:${code}`;
      const first = await record({ pathologyCode, pathologyName: 'as displayed' });
      expect(first).toMatchObject({ pathologyName: `${code} as displayed`, pathologyCode: null });
      // The code is the pathology, whatever it is called.
      for (const other of [{}, { pathologyName: 'otherwise' }, { externalId: `own ${code}` }])
        expect(await record({ pathologyCode, ...other })).toMatchObject({
          pathologyName: first.pathologyName,
        });
    },
  );

  it('finds a pathology that was created by a code under its name, too', async () => {
    const { pathologyName } = await record({ pathologyCode: 'icd10:Q98.4', pathologyName: 'Klinefelter' });
    await record({ pathologyName: 'q98.4 KLINEFELTER' });
    await record({ pathologyCode: 'icd10:Q98.4', pathologyName: 'Klinefelter syndrome, unspecified' });
    const ministry = await here.ministry('KE');
    const trend = await ministry.get('health.pathologyTrend', {
      pathologies: [pathologyName],
      from: '2024-05',
      to: '2024-05',
    });
    expect(payload(trend)).toMatchObject({ data: { series: [{ name: 'Q98.4 Klinefelter', counts: [3] }] } });
  });

  it.each(['icd10:Q99.9', 'icd10:Z99.8'])(
    'cuts a long name of %s between its characters',
    async (pathologyCode) => {
      for (const length of [192, 193, 194])
        expect(
          await record({
            pathologyCode,
            pathologyName: `${'a'.repeat(length)}${'😀'.repeat(3)}`,
          }),
        ).toMatchObject({ pathologyCode: null });
    },
  );

  it.each([
    ['Hepatitis B', null],
    ['hépatite B', null],
    ['HCV', null],
    ['hepatite B aguda', 'icd10:B16.9'],
    ['acute hepatitis C', 'icd10:B17.1'],
    ['induced abortion', 'icd10:O04.9'],
    ['aborto provocado', 'icd10:O04.9'],
    ['abortion', 'icd10:O06.9'],
    ['constipação', 'icd10:J00'],
    ['constipation', 'icd10:K59.0'],
    ['tuberculose pulmonaire', 'icd10:A16.2'],
  ])('gives “%s” the code %s', async (pathologyName, pathologyCode) => {
    expect(await recordConsultation(doctor, { ...CONSULTATION, pathologyName })).toMatchObject({
      pathologyCode,
    });
  });

  it('uses the code if a name is sent too', async () => {
    const { pathologyName } = await record({ pathologyCode: 'icd11:1A00', pathologyName: 'Malaria' });
    expect(pathologyName).toBe('Cholera');
  });

  it('creates no pathology for a name that is sent with a code', async () => {
    await record({ pathologyCode: 'icd11:1A00', pathologyName: 'Diarrhoea as of old' });
    const created = `SELECT FROM pathology WHERE scope <> '*' AND name = 'Diarrhoea as of old'`;
    expect(await here.database.query(created)).toEqual([]);
  });

  it('returns a null code for a pathology that is not in the catalogue', async () => {
    expect(await record({ pathologyName: 'Homa ya Ziwa' })).toMatchObject({
      pathologyName: 'Homa ya Ziwa',
      pathologyCode: null,
    });
  });

  it.each([
    ['icd10:R99.001A', 'ICD-10, WHO edition of 2019'],
    ['icd11:ZZ99', 'ICD-11 for Mortality and Morbidity Statistics, release 2025-01'],
    ['icd11:A00.9', 'ICD-11 for Mortality and Morbidity Statistics, release 2025-01'],
    ['icd10:1F40', 'ICD-10, WHO edition of 2019'],
  ])(
    'refuses %s, which is not in the catalogue, and names the catalogue’s edition',
    async (code, edition) => {
      const message = `pathologyCode: "${code}" is not in the catalogue, which follows ${edition}; send pathologyName where no code fits`;
      for (const input of [{}, { pathologyName: 'Malaria' }, { externalId: code }]) {
        expect(failure(await send({ pathologyCode: code, ...input }))).toEqual(badRequest(message));
      }
    },
  );

  it.each(['B54', 'icd9:084', 'icd10:', 'icd10:B54;DROP', 'icd10 B54', 'icd10:B50.00000', '', 7, null])(
    'refuses %j, which is not a code',
    async (pathologyCode) => {
      const { code, message } = failure(await send({ pathologyCode, pathologyName: 'Malaria' }));
      expect([code, message]).toEqual(['BAD_REQUEST', expect.stringMatching(/^pathologyCode: expected /)]);
    },
  );
});

describe('the codes of the catalogue', () => {
  it('belong to pathologies of the catalogue and are unique', () => {
    const names = new Set(catalogue.map(({ name }) => name));
    expect(added.filter(({ name }) => !names.has(name))).toEqual([]);
    const icd10 = [...new Set(catalogue.map(({ icd10 }) => icd10)), ...added.flatMap(({ icd10 }) => icd10)];
    expect(icd10).toHaveLength(new Set(icd10).size);
    const icd11 = added.flatMap(({ icd11 }) => icd11);
    expect(icd11).toHaveLength(new Set(icd11).size);
  });

  it('have the format of their classification', () => {
    for (const { icd10, icd11 } of added) {
      for (const code of icd10) expect(code).toMatch(/^[A-Z]\d\d(\.\d)?$/);
      // Unlike in ICD-10, the second character is a letter; I and O are not used.
      for (const code of icd11)
        expect(code).toMatch(/^[1-9A-HJ-NP-Z][A-HJ-NP-Z]\d[0-9A-HJ-NP-Z](\.[0-9A-HJ-NP-Z]{1,2})?$/);
    }
  });

  it('belong to the pathology of their whole ICD-10 category, if the catalogue has one', () => {
    const unspecified = new Map(
      catalogue
        .filter(({ icd10 }) => icd10.endsWith('.9'))
        .map(({ icd10, name }) => [icd10.slice(0, 3), name]),
    );
    const apart = added.flatMap(({ name, icd10 }) =>
      icd10
        .filter((code) => unspecified.has(code.slice(0, 3)) && unspecified.get(code.slice(0, 3)) !== name)
        .map((code) => `${code} ${name}`),
    );
    // Categories in which the catalogue has several pathologies.
    expect([...new Set(apart.map((each) => each.slice(0, 3)))]).toEqual(['A16', 'E50']);
  });
});
