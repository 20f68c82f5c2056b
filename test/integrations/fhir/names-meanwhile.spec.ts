import { LockHolder } from '../../support/lock-holder';
import { PlainCaller } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, ICD_10, type Json, bundleOf, encounterBundle, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { listLocations, listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

type Codes = Record<'coded' | 'named' | 'codeAlone', Json>;

const buildEncounter = (visit: string, ...codes: readonly Json[]): Json[] => [
  entry({ ...ENCOUNTER, identifier: [{ value: visit }] }, `urn:uuid:${visit}`),
  ...codes.map((code) => entry({ ...CONDITION, code, encounter: { reference: `urn:uuid:${visit}` } })),
];

describe('a Bundle with a new code and its name, of which another account records one at the same time', () => {
  const fhir = suiteFhirWithNewDoctors();
  let pathologies = 0;

  // The first Bundle takes longer than the database waits for a lock.
  beforeAll(() => fhir.doctor.post(encounterBundle()));

  function createPathology(): Codes & { record: Record<'code' | 'name' | 'codeAlone', Json> } {
    pathologies += 1;
    const code = `Q95.${pathologies}`;
    return {
      coded: { coding: [{ system: ICD_10, code, display: 'Turner' }] },
      codeAlone: { coding: [{ system: ICD_10, code }] },
      named: { text: `${code} Turner` },
      record: {
        code: { pathologyCode: `icd10:${code}`, pathologyName: 'Turner' },
        name: { pathologyName: `${code} Turner` },
        codeAlone: { pathologyCode: `icd10:${code}` },
      },
    };
  }

  const sameEncounter = ({ coded, named }: Codes) => buildEncounter('V-1', named, coded);
  const otherOrder = ({ coded, named }: Codes) => buildEncounter('V-1', coded, named);
  const twoEncounters = ({ coded, named }: Codes) => [
    ...buildEncounter('V-1', named),
    ...buildEncounter('V-2', coded),
  ];
  const codeWithoutName = ({ codeAlone, named }: Codes) => buildEncounter('V-1', named, codeAlone);

  it.each(
    (['transaction', 'batch'] as const).flatMap((type) => [
      { type, other: 'name' as const, of: 'one Encounter', build: sameEncounter, cases: 2 },
      { type, other: 'name' as const, of: 'one Encounter, the code first', build: otherOrder, cases: 2 },
      { type, other: 'name' as const, of: 'two Encounters', build: twoEncounters, cases: 2 },
      { type, other: 'codeAlone' as const, of: 'one Encounter', build: sameEncounter, cases: 2 },
      { type, other: 'codeAlone' as const, of: 'two Encounters', build: twoEncounters, cases: 2 },
      { type, other: 'code' as const, of: 'one Encounter', build: sameEncounter, cases: 1 },
      {
        type,
        other: 'code' as const,
        of: 'one Encounter, without a display',
        build: codeWithoutName,
        cases: 1,
      },
    ]),
  )(
    'is recorded as it is when it is sent again: $type, $other, $of',
    async ({ type, other, build, cases }) => {
      const { record, ...codes } = createPathology();
      const doctor = new PlainCaller(
        fhir.origin,
        await fhir.platform.session({ role: 'doctor', country: 'KE' }),
      );
      const bundle = bundleOf(build(codes), type);
      let response: ReturnType<typeof fhir.doctor.post> | undefined;
      let recorded: Promise<unknown> | undefined;
      await LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
        await holder.query(`SELECT pg_advisory_xact_lock(hashtext('names of pathology'), hashtext('KE'))`);
        recorded = doctor.post('consultations.record', {
          patientId: 'P-2',
          consultationDate: '2026-03-14T09:30:00Z',
          ...record[other],
        });
        await holder.waitForWaiting(1);
        response = fhir.doctor.post(bundle);
        await holder.waitForWaiting(2);
      });
      expect(await recorded).toMatchObject({ status: 200 });
      if (!response) throw new Error('the Bundle was not sent');
      const first = readEntries(await response);
      expect(listStatuses(first)[0]).toBe(CREATED);
      const again = readEntries(await fhir.doctor.post(bundle));
      expect(new Set(listStatuses(again))).toEqual(new Set([OK]));
      expect(listLocations(again)).toEqual(listLocations(first));
      expect(await fhir.countAddedRows()).toMatchObject({ conditions: cases });
    },
  );
});
