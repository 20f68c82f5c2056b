import { type Platform, startPlatform } from '../../support/platform';
import { runCheckCounts } from '../../modules/consultations/counts/count-check';
import { encounterBundle, numberedEncounters, readBundleFile } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { FhirCaller, listLocations, listStatuses, readEntries } from './fhir-caller';
import { fhirErrors } from './fhir-validator';

describe('Bundles of real systems', () => {
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

  function listCases(): Promise<{ day: string; name: string; patient: string }[]> {
    return platform.database.query(
      `SELECT to_char(consulted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, p.name, c.patient_id AS patient
       FROM consultation c JOIN pathology p ON p.id = c.pathology_id ORDER BY 1, 2`,
    );
  }

  it.each(['synthea.json', 'openmrs.json', 'hapi-if-none-exist.json'])('are valid FHIR: %s', (file) => {
    expect(fhirErrors(readBundleFile(file))).toEqual([]);
  });

  it('are valid FHIR if these tests build them', () => {
    for (const bundle of [
      encounterBundle(),
      encounterBundle({ type: 'batch' }),
      numberedEncounters([1, 2]),
    ]) {
      expect(fhirErrors(bundle)).toEqual([]);
    }
  });

  it('records Synthea’s diagnoses under the names of their SNOMED CT codes, and ignores the rest', async () => {
    const bundle = readBundleFile('synthea.json');
    const results = readEntries(await doctor.post(bundle));
    const types = bundle.entry.map(({ resource }) => resource.resourceType);
    const created = results.flatMap(({ status }, index) => (status === CREATED ? [types[index]] : []));
    expect(created.sort()).toEqual([
      ...Array<string>(5).fill('Condition'),
      ...Array<string>(5).fill('Encounter'),
    ]);
    expect(new Set(listStatuses(results))).toEqual(new Set([OK, CREATED]));
    expect(results[types.indexOf('Observation')]?.issues).toEqual([
      'informational: Observation is not recorded',
    ]);
    const patient = '274f5452-2a39-44c4-a7cb-f36de467762e';
    expect(await listCases()).toEqual([
      { day: '1991-09-01', name: 'Body mass index 30+ - obesity', patient },
      { day: '2015-12-16', name: 'Laceration of foot', patient },
      { day: '2016-10-12', name: 'Viral sinusitis', patient },
      { day: '2018-02-16', name: 'Viral sinusitis', patient },
      { day: '2019-08-11', name: 'Laceration of forearm', patient },
    ]);
    expect(await runCheckCounts(platform.database)).toMatchObject({ code: 0 });
  });

  it('records OpenMRS’s diagnoses by ICD-10 code or name, and ignores the problem list', async () => {
    const results = readEntries(await doctor.post(readBundleFile('openmrs.json')));
    expect(listStatuses(results)).toEqual([OK, CREATED, CREATED, CREATED, OK]);
    expect(results[4]?.issues).toEqual([
      'business-rule: not recorded: a Condition without an Encounter is no consultation',
    ]);
    expect(await listCases()).toEqual([
      { day: '2026-03-10', name: 'Asthma', patient: '100HNY' },
      { day: '2026-03-10', name: 'Malaria', patient: '100HNY' },
    ]);
  });

  it('supports the conditional creates of a HAPI transaction that is sent twice', async () => {
    const bundle = readBundleFile('hapi-if-none-exist.json');
    const first = readEntries(await doctor.post(bundle));
    expect(listStatuses(first)).toEqual([OK, CREATED, CREATED, OK]);
    const second = readEntries(await doctor.post(bundle));
    expect(listStatuses(second)).toEqual([OK, OK, OK, OK]);
    expect(listLocations(second)).toEqual(listLocations(first));
    expect(await listCases()).toEqual([{ day: '2026-03-14', name: 'Typhoid fever', patient: '12345' }]);
  });

  it.each(['synthea.json', 'openmrs.json', 'hapi-if-none-exist.json'])(
    'counts nothing again if it is sent again: %s',
    async (file) => {
      const first = readEntries(await doctor.post(readBundleFile(file)));
      const before = await listCases();
      const again = readEntries(await doctor.post(readBundleFile(file)));
      expect(new Set(listStatuses(again))).toEqual(new Set([OK]));
      expect(listLocations(again)).toEqual(listLocations(first));
      expect(await listCases()).toEqual(before);
      expect(await runCheckCounts(platform.database)).toMatchObject({ code: 0 });
    },
  );
});
