import type { Response } from 'supertest';
import { z } from 'zod';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { until } from '../../support/until';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY, OK } from './entry-statuses';
import { readFailure } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const CHOLERA = { text: 'Cholera' };
const OTHER_SUBJECT = { identifier: { system: 'http://clinic.example.org/patients', value: 'P-2' } };
const WITHOUT_SYSTEM = { identifier: { value: 'P-1' } };
const visit = [{ system: 'urn:v', value: 'v' }];
const otherVisit = [{ system: 'urn:v', value: 'a' }];
const known = [{ system: 'urn:c', value: 'known' }];
const added = [{ system: 'urn:c', value: 'added' }];

const metadataSchema = z.object({ implementation: z.object({ url: z.string() }) });

function buildBundle(encounter: Json, conditions: readonly Json[], fullUrl = 'urn:uuid:e'): Json {
  return bundleOf([
    entry({ ...ENCOUNTER, ...encounter }, fullUrl),
    ...conditions.map((condition) =>
      entry({ ...CONDITION, subject: undefined, encounter: { reference: fullUrl }, ...condition }),
    ),
  ]);
}

/** The correction: the same Encounter of another patient. */
const CORRECTION = buildBundle({ identifier: visit, subject: OTHER_SUBJECT }, [{}]);

/** Ways to add a Condition to the Encounter; the table is one that the call writes after it has locked the Encounter. */
const ADDITIONS = [
  {
    name: 'its identifier',
    table: 'consultation_claim',
    build: () => buildBundle({ identifier: visit }, [{ code: CHOLERA }]),
  },
  {
    name: 'its identifier, without the system of the patient’s number',
    table: 'consultation_claim',
    build: () => buildBundle({ identifier: visit, subject: WITHOUT_SYSTEM }, [{ code: CHOLERA }]),
  },
  {
    name: 'another of its identifiers',
    table: 'consultation_claim',
    build: () => buildBundle({ identifier: otherVisit }, [{ code: CHOLERA }]),
  },
  {
    name: 'its address',
    table: 'fhir_condition',
    build: (url: string) => buildBundle({}, [{ code: CHOLERA }], url),
  },
  {
    name: 'a known Condition',
    table: 'fhir_condition',
    build: () => buildBundle({}, [{ identifier: added, code: CHOLERA }, { identifier: known }]),
  },
];

describe('an Encounter whose Conditions are all voided', () => {
  const fhir = suiteFhirWithNewDoctors();
  let url: string;

  /** Records the Encounter under two identifiers and voids its Condition; returns its address on this platform. */
  const recordAndVoid = async (): Promise<string> => {
    const build = (identifier: Json[]) => buildBundle({ identifier }, [{ identifier: known }]);
    await fhir.doctor.post(build(visit));
    const both = build([...otherVisit, ...visit]);
    const [address, condition] = await fhir.doctor.postForLocations(both);
    const id = condition?.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Wrong patient' }));
    const { implementation } = metadataSchema.parse((await fhir.doctor.get('metadata')).body);
    return `${implementation.url}/${address}`;
  };

  beforeEach(async () => {
    url = await recordAndVoid();
  });

  const isWaiting = async (count: number) => {
    const rows = await fhir.platform.database.query<object[]>(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length === count;
  };

  /** Posts two Bundles; the second one while the first waits to write a table. */
  async function postDuring(table: string, first: Json, second: Json): Promise<Response[]> {
    let responses: Promise<Response>[] = [];
    await LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
      await holder.query(`LOCK TABLE ${table} IN SHARE MODE`);
      for (const [index, bundle] of [first, second].entries()) {
        responses = [...responses, fhir.doctor.post(bundle)];
        await until(`${index + 1} Bundles wait`, () => isWaiting(index + 1));
      }
    });
    return Promise.all(responses);
  }

  const expectOnePatient = async () => {
    expect(await fhir.countAddedRows()).toMatchObject({ conditions: 2, cases: 1 });
  };

  describe.each(ADDITIONS)('to which a Bundle adds a Condition by $name', ({ table, build }) => {
    it('is not replaced at the same time', async () => {
      const [addition, correction] = await postDuring(table, build(url), CORRECTION);
      expect([addition?.status, correction?.status]).toEqual([200, 409]);
      await expectOnePatient();
      expect(readFailure(await fhir.doctor.post(CORRECTION))).toMatchObject({ status: 409 });
    });

    it('is not added to while it is replaced', async () => {
      const [correction, addition] = await postDuring('fhir_condition', CORRECTION, build(url));
      expect([correction?.status, addition?.status]).toEqual([200, 409]);
      await expectOnePatient();
    });

    it('is not added to after it was replaced', async () => {
      expect(await fhir.doctor.postForStatuses(CORRECTION)).toEqual([CREATED, CREATED]);
      expect(readFailure(await fhir.doctor.post(build(url)))).toMatchObject({ status: 409 });
      expect(await fhir.doctor.postForStatuses({ ...build(url), type: 'batch' })).toContain(CONFLICT);
      await expectOnePatient();
    });

    it('is added to if it was not replaced', async () => {
      expect(await fhir.doctor.postForStatuses(build(url))).toContain(CREATED);
      await expectOnePatient();
    });
  });

  it('says what to do if it was replaced', async () => {
    await fhir.doctor.post(CORRECTION);
    const addition = buildBundle({}, [{ code: CHOLERA }], url);
    expect(readFailure(await fhir.doctor.post(addition))).toEqual({
      status: 409,
      issues: [
        {
          code: 'conflict',
          expression: 'Bundle.entry[1].resource',
          text: 'its Encounter was replaced by one with other content: send it with that one, by its identifier',
        },
      ],
    });
  });

  it('says what to do if a Condition was added at the same time', async () => {
    const addition = buildBundle({ identifier: visit }, [{ code: CHOLERA }]);
    const batch = { ...CORRECTION, type: 'batch' };
    const [, correction] = await postDuring('consultation_claim', addition, batch);
    expect(correction?.body).toMatchObject({
      entry: [{ response: { status: CONFLICT } }, { response: { status: FAILED_DEPENDENCY } }],
    });
    expect(JSON.stringify(correction?.body)).toContain(
      'another request has added a Condition to this Encounter, which was recorded before with other content: void that one, too',
    );
    await expectOnePatient();
  });

  it('is returned with its voided Conditions after it was replaced', async () => {
    await fhir.doctor.post(CORRECTION);
    expect(await fhir.doctor.postForStatuses(buildBundle({}, [{ identifier: known }], url))).toEqual([
      OK,
      OK,
    ]);
  });

  it('is added to by its address if it has no identity', async () => {
    const bundle = bundleOf([
      entry(ENCOUNTER, 'urn:uuid:e'),
      entry({ ...CONDITION, encounter: { reference: 'urn:uuid:e' } }),
    ]);
    const [address, condition] = await fhir.doctor.postForLocations(bundle);
    const id = condition?.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Another pathology' }));
    const unidentified = url.replace(/Encounter\/.*/, address ?? '');
    expect(await fhir.doctor.postForStatuses(buildBundle({}, [{ code: CHOLERA }], unidentified))).toEqual([
      OK,
      CREATED,
    ]);
  });

  it('is not added to by its address after it was replaced by another with its fullUrl', async () => {
    const fullUrl = 'urn:uuid:0b6f3c1e-5a63-4a0e-9d5c-6f1f1f0a7c99';
    const [address, condition] = await fhir.doctor.postForLocations(buildBundle({}, [{}], fullUrl));
    const id = condition?.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Wrong patient' }));
    const correction = buildBundle({ subject: OTHER_SUBJECT }, [{}], fullUrl);
    expect(await fhir.doctor.postForStatuses(correction)).toEqual([CREATED, CREATED]);
    const replaced = url.replace(/Encounter\/.*/, address ?? '');
    expect(readFailure(await fhir.doctor.post(buildBundle({}, [{ code: CHOLERA }], replaced)))).toMatchObject(
      {
        status: 409,
      },
    );
  });
});
