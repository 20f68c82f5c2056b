import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { readEntries, readFailure } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const OTHER_PATIENT: Json = { subject: { identifier: { value: 'P-2' } } };
const KNOWN: Json = { identifier: identifier('c') };
const CHOLERA: Json = { code: { text: 'Cholera' } };
const MEASLES: Json = { code: { text: 'Measles' } };

const buildBundle = (encounter: Json, ...conditions: readonly Json[]): Json =>
  bundleOf([
    entry({ ...ENCOUNTER, ...encounter }, 'urn:uuid:encounter'),
    ...conditions.map((condition) => entry({ ...CONDITION, subject: undefined, ...condition })),
  ]);

const IDENTIFIED = { identifier: identifier('e-1') };
const CORRECTION = buildBundle({ ...IDENTIFIED, ...OTHER_PATIENT }, MEASLES);

describe.each(['Bundle', 'consultation'])(
  'an Encounter that gets its identifier after its Condition was recorded by a %s',
  (kind) => {
    const fhir = suiteFhirWithNewDoctors();
    let address: string;
    let conditionId: string;

    beforeEach(async () => {
      if (kind === 'Bundle') await fhir.doctor.post(buildBundle({}, KNOWN));
      else
        payload(
          await fhir.trpc.post('consultations.record', {
            patientId: 'P-1',
            pathologyName: 'Malaria',
            consultationDate: ENCOUNTER.period.start,
            externalId: 'urn:v|c',
          }),
        );
      const results = readEntries(await fhir.doctor.post(buildBundle(IDENTIFIED, KNOWN)));
      expect(results).toMatchObject([{ status: OK }, { status: OK }]);
      address = results[0]?.location ?? '';
      conditionId = results[1]?.location?.replace('Condition/', '') ?? '';
    });

    const voidKnown = async () =>
      payload(await fhir.trpc.post('consultations.void', { id: conditionId, reason: 'Wrong patient' }));

    it('is not recorded again for another patient', async () => {
      expect(readFailure(await fhir.doctor.post(CORRECTION))).toMatchObject({
        status: 409,
        issues: [{ text: expect.stringContaining('with another patient') as string }],
      });
    });

    it('is returned again, also with another Condition', async () => {
      const again = readEntries(await fhir.doctor.post(buildBundle(IDENTIFIED, KNOWN)));
      expect(again).toMatchObject([{ status: OK, location: address }, { status: OK }]);
      await fhir.doctor.post(buildBundle(IDENTIFIED, CHOLERA));
      expect(await fhir.doctor.postForStatuses(buildBundle(IDENTIFIED, KNOWN, CHOLERA))).toEqual([
        OK,
        OK,
        OK,
      ]);
      expect(await fhir.countAddedRows()).toMatchObject({ encounters: 1, cases: 2 });
    });

    it('is replaced after its Conditions were voided, also if it is sent without the identifier', async () => {
      await voidKnown();
      expect(await fhir.doctor.postForStatuses(CORRECTION)).toEqual([CREATED, CREATED]);
      expect(await fhir.doctor.postForStatuses(CORRECTION)).toEqual([OK, OK]);
      // A consultation that was not recorded by FHIR is no Encounter, and has no Condition to add to.
      const others = kind === 'Bundle' ? [{}, { identifier: identifier('e-2') }] : [];
      for (const conditions of [[KNOWN], [KNOWN, CHOLERA]])
        for (const encounter of [IDENTIFIED, ...others])
          expect((await fhir.doctor.post(buildBundle(encounter, ...conditions))).status).toBe(409);
      expect(await fhir.countAddedRows()).toMatchObject({ cases: 1 });
    });
  },
);
