import { randomUUID } from 'node:crypto';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { listLocations, listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const CHOLERA: Json = { code: { text: 'Cholera' } };
const OTHER_PATIENT: Json = { subject: { identifier: { value: 'P-2' } } };
const OTHER_START: Json = { period: { start: '2026-03-15T09:30:00Z' } };

describe('an Encounter that gets its identifier after it was recorded by a UUID', () => {
  const fhir = suiteFhirWithNewDoctors();
  let uuid: string;

  beforeEach(() => {
    uuid = `urn:uuid:${randomUUID()}`;
  });

  const build = (encounter: Json, conditions: readonly Json[] = [{}], url = uuid) =>
    bundleOf([
      entry({ ...ENCOUNTER, ...encounter }, url),
      ...conditions.map((condition) =>
        entry({ ...CONDITION, subject: undefined, encounter: { reference: url }, ...condition }),
      ),
    ]);
  const post = async (...parameters: Parameters<typeof build>) =>
    readEntries(await fhir.doctor.post(build(...parameters)));
  const named = (value: string): Json => ({ identifier: identifier(value) });
  const countCases = async () => (await fhir.countAddedRows()).cases;

  it('is recorded once with its Conditions, in whatever way it is sent from then on', async () => {
    const first = await post({});
    for (const encounter of [named('a'), {}, named('a')]) {
      const again = await post(encounter);
      expect(listStatuses(again)).toEqual([OK, OK]);
      expect(listLocations(again)).toEqual(listLocations(first));
    }
    expect(listLocations(await post(named('a'), [{}], 'urn:uuid:e'))).toEqual(listLocations(first));
    expect(listStatuses(await post(named('a'), [{}, CHOLERA]))).toEqual([OK, OK, CREATED]);
    expect(listStatuses(await post({}, [{}, CHOLERA]))).toEqual([OK, OK, OK]);
    expect(await fhir.countAddedRows()).toMatchObject({ encounters: 1, cases: 2 });
  });

  it('is recorded once if its Condition gets an identifier at the same time', async () => {
    const first = await post({});
    const again = await post(named('a'), [named('c')]);
    expect(listStatuses(again)).toEqual([OK, OK]);
    expect(listLocations(again)).toEqual(listLocations(first));
    expect(await countCases()).toBe(1);
  });

  it.each([
    ['a second identifier', named('b')],
    ['another patient', { ...named('c'), ...OTHER_PATIENT }],
    ['another start', { ...named('d'), ...OTHER_START }],
  ])('is another one with %s', async (_what, encounter) => {
    const first = await post({});
    expect(listStatuses(await post(named('a')))).toEqual([OK, OK]);
    expect(listStatuses(await post(encounter))).toEqual([CREATED, CREATED]);
    expect(listStatuses(await post(encounter))).toEqual([OK, OK]);
    expect(listLocations(await post({}))).toEqual(listLocations(first));
    expect(await countCases()).toBe(2);
  });

  it('is the Encounter of its identifier if this was recorded before', async () => {
    const [first] = await post(named('a'), [{}], 'urn:uuid:e');
    await post({});
    expect(await post(named('a'))).toMatchObject([{ status: OK, location: first?.location }, { status: OK }]);
    expect(await countCases()).toBe(2);
  });

  it('counts for one patient if a correction by the UUID comes while the identifier adds a Condition', async () => {
    const [, condition] = await post({});
    const id = condition?.location?.replace('Condition/', '');
    payload(await fhir.trpc.post('consultations.void', { id, reason: 'Another patient' }));
    const responses: Promise<{ status: number }>[] = [];
    await LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
      await holder.query('LOCK TABLE consultation_claim IN SHARE MODE');
      responses.push(fhir.doctor.post(build(named('a'), [CHOLERA])));
      await holder.waitForWaiting(1);
      responses.push(fhir.doctor.post(build(OTHER_PATIENT)));
      await holder.waitForQueue(2);
    });
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 409]);
    expect(await countCases()).toBe(1);
  });
});
