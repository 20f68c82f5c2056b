import { type Platform, startPlatform } from '../../support/platform';
import { check } from '../../modules/consultations/counts/count-check';
import { bundleFile, visit, visits } from './bundles';
import { FhirCaller, answers } from './fhir-caller';
import { fhirErrors } from '../../runner/valid-fhir';

describe('Bundles as hospitals’ systems make them', () => {
  let platform: Platform;
  let doctor: FhirCaller;

  beforeEach(async () => {
    platform = await startPlatform();
    doctor = new FhirCaller(
      await platform.listen(),
      await platform.session({ role: 'doctor', country: 'KE' }),
    );
  });

  afterEach(async () => {
    await platform.close();
  });

  function cases(): Promise<{ day: string; name: string; cases: number; patient: string }[]> {
    return platform.database.query(
      `SELECT to_char(consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, p.name, c.patient_id AS patient
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY 1, 2`,
    );
  }

  it.each(['synthea.json', 'openmrs.json', 'hapi-if-none-exist.json'])('are valid FHIR: %s', (file) => {
    expect(fhirErrors(bundleFile(file))).toEqual([]);
  });

  it('are valid FHIR, those that these tests build too', () => {
    for (const bundle of [visit(), visit({ type: 'batch' }), visits([1, 2])]) {
      expect(fhirErrors(bundle)).toEqual([]);
    }
  });

  it('records what Synthea diagnosed, under the names of its SNOMED CT codes, and ignores the rest', async () => {
    const bundle = bundleFile('synthea.json');
    const answered = answers(await doctor.post(bundle));
    const types = bundle.entry.map(({ resource }) => resource.resourceType);
    const created = answered.flatMap(({ status }, index) => (status === '201 Created' ? [types[index]] : []));
    expect(created.sort()).toEqual([
      ...Array<string>(5).fill('Condition'),
      ...Array<string>(5).fill('Encounter'),
    ]);
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set(['200 OK', '201 Created']));
    expect(answered[types.indexOf('Observation')]?.issues).toEqual([
      'informational: Observation is not recorded',
    ]);
    const patient = '274f5452-2a39-44c4-a7cb-f36de467762e';
    expect(await cases()).toEqual([
      { day: '1991-09-01', name: 'Body mass index 30+ - obesity', patient },
      { day: '2015-12-16', name: 'Laceration of foot', patient },
      { day: '2016-10-12', name: 'Viral sinusitis', patient },
      { day: '2018-02-16', name: 'Viral sinusitis', patient },
      { day: '2019-08-11', name: 'Laceration of forearm', patient },
    ]);
    expect(await check(platform.database)).toMatchObject({ code: 0 });
  });

  it('records what OpenMRS diagnosed by its ICD-10 code, else its name, and no problem of the problem list', async () => {
    const answered = answers(await doctor.post(bundleFile('openmrs.json')));
    expect(answered.map(({ status }) => status)).toEqual([
      '200 OK',
      '201 Created',
      '201 Created',
      '201 Created',
      '200 OK',
    ]);
    expect(answered[4]?.issues).toEqual([
      'business-rule: not recorded: a Condition without an Encounter is no consultation',
    ]);
    expect(await cases()).toEqual([
      { day: '2026-03-10', name: 'Asthma', patient: '100HNY' },
      { day: '2026-03-10', name: 'Malaria', patient: '100HNY' },
    ]);
  });

  it('honours the conditional creates of a HAPI transaction, sent twice', async () => {
    const bundle = bundleFile('hapi-if-none-exist.json');
    const first = answers(await doctor.post(bundle));
    expect(first.map(({ status }) => status)).toEqual(['200 OK', '201 Created', '201 Created', '200 OK']);
    const second = answers(await doctor.post(bundle));
    expect(second.map(({ status }) => status)).toEqual(['200 OK', '200 OK', '200 OK', '200 OK']);
    expect(second.map(({ location }) => location)).toEqual(first.map(({ location }) => location));
    expect(await cases()).toEqual([{ day: '2026-03-14', name: 'Typhoid fever', patient: '12345' }]);
  });

  it.each(['synthea.json', 'openmrs.json', 'hapi-if-none-exist.json'])(
    'counts nothing again when it is sent again: %s',
    async (file) => {
      const first = answers(await doctor.post(bundleFile(file)));
      const before = await cases();
      const again = answers(await doctor.post(bundleFile(file)));
      expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['200 OK']));
      expect(again.map(({ location }) => location)).toEqual(first.map(({ location }) => location));
      expect(await cases()).toEqual(before);
      expect(await check(platform.database)).toMatchObject({ code: 0 });
    },
  );
});
