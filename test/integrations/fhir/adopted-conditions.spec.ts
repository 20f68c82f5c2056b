import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { listStatuses, readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const CHOLERA: Json = { code: { text: 'Cholera' } };
const TUBERCULOSIS: Json = { code: { text: 'Tuberculosis' } };
const FEVER: Json = { code: { text: 'Fever' } };
/** A Condition without an identifier that is recognised by its `fullUrl`. */
const BY_ADDRESS: Json = { fullUrl: 'https://clinic.example.org/fhir/Condition/1' };
const UNIDENTIFIED = { encounter: { identifier: [] } };

/**
 * Orders of Bundles: each letter is a Condition of malaria with that identifier, or `-` for one without. Those that begin with `b`
 * and have no `-a` are like others, with the letters exchanged.
 */
const BUNDLES = ['-', 'a', 'b', '-a'];
const ORDERS = BUNDLES.flatMap((first) =>
  BUNDLES.flatMap((second) => BUNDLES.map((third) => [first, second, third])),
).filter((order) => order.includes('-a') || !/^-*b/.test(order.join('')));

/** Returns the cases of Conditions: each identifier is one, and one without an identifier is any of them. */
function countDistinct(conditions: string): number {
  return Math.max(new Set(conditions.replaceAll('-', '')).size, Math.min(conditions.length, 1));
}

describe('a Condition that gets its identifier after it was recorded', () => {
  const fhir = suiteFhirWithNewDoctors();

  const post = async (bundle: Json) => readEntries(await fhir.doctor.post(bundle));
  const countCases = async () => (await fhir.countAddedRows()).cases;
  const build = (visit: string, conditions: readonly Json[], { encounter = {}, url = 'urn:uuid:e' } = {}) =>
    bundleOf([
      entry({ ...ENCOUNTER, identifier: identifier(visit), ...encounter }, url),
      ...conditions.map(({ fullUrl, ...condition }) =>
        entry(
          { ...CONDITION, subject: undefined, encounter: { reference: url }, ...condition },
          typeof fullUrl === 'string' ? fullUrl : undefined,
        ),
      ),
    ]);
  const named = (visit: string, conditions: string): Json[] =>
    Array.from(conditions, (letter) =>
      letter === '-' ? {} : { identifier: identifier(`${visit}-${letter}`) },
    );
  const send = (visit: string, conditions: string) => post(build(visit, named(visit, conditions)));
  const voidCase = async (location = '') =>
    payload(
      await fhir.trpc.post('consultations.void', {
        id: location.replace('Condition/', ''),
        reason: 'Another patient',
      }),
    );
  const addressOf = async (location = '') => {
    const { implementation } = z
      .object({ implementation: z.object({ url: z.string() }) })
      .parse((await fhir.doctor.get('metadata')).body);
    return `${implementation.url}/${location}`;
  };

  it('is counted once in every order, and two identifiers are two cases, however often all is sent again', async () => {
    let expected = 0;
    for (const [number, order] of ORDERS.entries()) {
      const visit = `o-${number}`;
      const locations = new Map<string, string | undefined>();
      for (const conditions of [...order, [...new Set(order.join(''))].sort().reverse().join('')]) {
        const results = (await send(visit, conditions)).slice(1);
        for (const [index, letter] of Array.from(conditions).entries()) {
          const location = results[index]?.location;
          // An identifier stays with its first record.
          if (letter !== '-') expect(location).toBe(locations.get(letter) ?? location);
          locations.set(letter, location);
        }
      }
      expected += countDistinct(order.join(''));
      expect({ order, cases: await countCases() }).toEqual({ order, cases: expected });
    }
  }, 120_000);

  it('gets the record that it has without the identifier', async () => {
    const first = await send('r', '-');
    const [, adopted] = await send('r', 'a');
    expect(adopted).toMatchObject({ status: OK, location: first[1]?.location });
    expect(await send('r', '-')).toEqual(first.map((each) => ({ ...each, status: OK })));
    expect(listStatuses(await send('r', 'b'))).toEqual([OK, CREATED]);
    expect(await countCases()).toBe(2);
  });

  it('is another case with another pathology, and 409 once its identifier has one', async () => {
    await send('p', '-');
    const [, cholera] = await post(build('p', [{ ...CHOLERA, identifier: identifier('p-a') }]));
    expect(cholera).toMatchObject({ status: CREATED });
    expect((await fhir.doctor.post(build('p', named('p', 'a')))).status).toBe(409);
    expect(listStatuses(await send('p', 'b'))).toEqual([OK, OK]);
    expect(await countCases()).toBe(2);
  });

  it('is counted once if it is sent by the address of its Encounter, or by another Condition', async () => {
    const [encounter, first] = await send('w', '-');
    const url = await addressOf(encounter?.location);
    const byAddress = await post(build('w', named('w', 'a'), { encounter: { identifier: [] }, url }));
    expect(byAddress[1]).toMatchObject({ status: OK, location: first?.location });
    await post(build('w', [{ ...CHOLERA }]));
    const known = { ...CHOLERA, identifier: identifier('w-c') };
    const other = build('w', [known, ...named('w', 'a')], UNIDENTIFIED);
    expect(listStatuses(await post(build('w', [known])))).toEqual([OK, OK]);
    expect(listStatuses(await post(other))).toEqual([OK, OK, OK]);
    expect(await countCases()).toBe(2);
  });

  it('is counted once if a Condition with an identifier leads to its Encounter', async () => {
    const [, first] = await send('l', '-');
    const known = { ...CHOLERA, identifier: identifier('l-c') };
    await post(build('l', [known]));
    const other = build('l', [known, ...named('l', 'a')], UNIDENTIFIED);
    const [, , adopted] = await post(other);
    expect(adopted).toMatchObject({ status: OK, location: first?.location });
    expect(listStatuses(await post({ ...other, type: 'batch' }))).toEqual([OK, OK, OK]);
    expect(await countCases()).toBe(2);
  });

  it('is adopted by the next identifier if the first one has a voided record with the same content', async () => {
    const recorded = await fhir.trpc.post('consultations.record', {
      patientId: 'P-1',
      pathologyCode: 'icd10:B54',
      consultationDate: '2026-03-14T09:30:00.000Z',
      externalId: 'urn:v|s-a',
    });
    const { data } = z.object({ data: z.object({ id: z.string() }) }).parse(payload(recorded));
    await voidCase(data.id);
    const [, first] = await send('s', '-');
    const [, voided, adopted] = await send('s', 'ab');
    expect(voided?.issues.join()).toContain('void');
    expect(adopted).toMatchObject({ status: OK, location: first?.location });
    expect(await countCases()).toBe(1);
  });

  it('is another case if the identifier that adopted its voided record gets another pathology at once', async () => {
    const [, first] = await send('t', '-');
    await send('t', 'a');
    await voidCase(first?.location);
    const changed = { ...CHOLERA, identifier: identifier('t-a') };
    const bundle = build('t', [changed, ...named('t', 'b')]);
    expect(listStatuses(await post(bundle))).toEqual([OK, CREATED, CREATED]);
    expect(listStatuses(await post(bundle))).toEqual([OK, OK, OK]);
    expect(await countCases()).toBe(2);
  });

  it('is counted once if the identifier of a voided record gets another pathology in another Encounter', async () => {
    const [, first] = await post(build('u-0', named('u', 'a')));
    await voidCase(first?.location);
    const known = { ...CHOLERA, identifier: identifier('u-c') };
    const [, , tuberculosis] = await post(build('u-1', [known, TUBERCULOSIS]));
    const changed = { ...FEVER, identifier: identifier('u-a') };
    const results = await post(build('u', [known, changed, TUBERCULOSIS], UNIDENTIFIED));
    expect(listStatuses(results)).toEqual([OK, OK, CREATED, OK]);
    expect(results[3]?.location).toBe(tuberculosis?.location);
    expect(await countCases()).toBe(3);
  });

  it('is counted once if its address had a voided record with another pathology', async () => {
    const known = { ...CHOLERA, identifier: identifier('y-c') };
    const first = await post(build('y', [known, BY_ADDRESS, TUBERCULOSIS], UNIDENTIFIED));
    await voidCase(first[2]?.location);
    const results = await post(build('y', [known, { ...BY_ADDRESS, ...TUBERCULOSIS }], UNIDENTIFIED));
    expect(results[2]).toMatchObject({ status: OK, location: first[3]?.location });
    expect(await countCases()).toBe(2);
  });

  it('is refused if the Conditions of its Encounter were recorded in different ones', async () => {
    await post(build('z-0', [{ ...BY_ADDRESS, ...FEVER }], UNIDENTIFIED));
    // Its new Encounter has the identity of the first of the Conditions, in the order of the alphabet.
    const known = { ...CHOLERA, identifier: [{ system: 'http://a.example.org', value: 'z-c' }] };
    await post(build('z-1', [known, TUBERCULOSIS]));
    const conditions = [known, ...named('z', 'a'), BY_ADDRESS, TUBERCULOSIS];
    expect((await fhir.doctor.post(build('z', conditions, UNIDENTIFIED))).status).toBe(409);
    expect(await countCases()).toBe(3);
  });

  it('is counted once in a stored Encounter if a duplicate of its pathology was recorded in another one', async () => {
    await post(build('d-0', [{ ...BY_ADDRESS, ...FEVER }], UNIDENTIFIED));
    const known = { ...CHOLERA, identifier: [{ system: 'http://a.example.org', value: 'd-c' }] };
    const first = await post(build('d', [known, TUBERCULOSIS], UNIDENTIFIED));
    const conditions = [known, ...named('d', 'a'), BY_ADDRESS, TUBERCULOSIS];
    const results = await post(build('d', conditions, UNIDENTIFIED));
    expect(listStatuses(results)).toEqual([OK, OK, CREATED, OK, OK]);
    expect(results[4]?.location).toBe(first[2]?.location);
    expect(await countCases()).toBe(4);
  });

  it('is counted once if an earlier release gave its name the id of another pathology', async () => {
    await post(build('q', [{ code: { text: 'Fever 15' } }]));
    const decimal = { code: { text: 'Fever 1.5' } };
    const [, first] = await post(build('q', [{ ...decimal, identifier: identifier('q-a') }]));
    const [, same] = await post(build('q', [decimal]));
    expect(same).toMatchObject({ status: OK, location: first?.location });
    expect(await countCases()).toBe(2);
  });

  it('does not count again after its record was voided, and a correction counts once', async () => {
    const [, first] = await send('v', '-');
    await voidCase(first?.location);
    const [, adopted] = await send('v', 'a');
    expect(adopted).toMatchObject({ status: OK, location: first?.location });
    expect(adopted?.issues.join()).toContain('void');
    expect(await countCases()).toBe(0);
    const corrected = { encounter: { subject: { identifier: { value: 'P-2' } } } };
    for (const conditions of ['a', '-', 'a', '-', '-a'])
      await post(build('v', named('v', conditions), corrected));
    expect(await countCases()).toBe(1);
  });

  it('is another case if the record that was adopted is voided', async () => {
    const [, first] = await send('x', '-');
    await send('x', 'a');
    await voidCase(first?.location);
    expect(listStatuses(await send('x', 'b'))).toEqual([OK, CREATED]);
    for (const conditions of ['-', 'a', 'b', '-ab']) await send('x', conditions);
    expect(await countCases()).toBe(1);
  });

  it.each([
    ['a', 'b'],
    ['-', 'a'],
    ['-', 'a', 'b'],
  ])('is counted once if %s and %s come at the same time', async (...orders) => {
    const isNew = orders.includes('-');
    const visit = `c-${randomUUID()}`;
    const [encounter] = await post(build(visit, isNew ? [CHOLERA] : named(visit, '-')));
    const before = await countCases();
    const url = await addressOf(encounter?.location);
    let responses: ReturnType<typeof post>[] = [];
    await LockHolder.run(fhir.platform.ownerUrl, async (holder) => {
      await holder.query('LOCK TABLE consultation_claim IN SHARE MODE');
      responses = orders.map((conditions) =>
        post(build(visit, named(visit, conditions), { encounter: { identifier: [] }, url })),
      );
      await holder.waitForWaiting(2);
    });
    await Promise.all(responses);
    expect(await countCases()).toBe(isNew ? before + orders.length - 1 : 2);
  });
});
