import { contentDigest } from '../../../src/platform/database/content-digest';
import { nameKey } from '../../../src/shared/name-key';
import { LockHolder } from '../../support/lock-holder';
import { payload } from '../../support/plain-caller';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { CREATED, OK } from './entry-statuses';
import { readEntries } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const identifier = (value: string) => [{ system: 'urn:v', value }];
const OTHER_PATIENT: Json = { subject: { identifier: { value: 'P-2' } } };

/** Builds a Bundle of an Encounter with Conditions of a name: each letter is one with that identifier, or `-` without. */
function build(visit: string, conditions: string, { text = '', encounter = {} }): Json {
  return bundleOf([
    entry({ ...ENCOUNTER, identifier: identifier(visit), ...encounter }, 'urn:uuid:e'),
    ...Array.from(conditions, (letter) =>
      entry({
        ...CONDITION,
        subject: undefined,
        encounter: { reference: 'urn:uuid:e' },
        code: { text },
        ...(letter !== '-' && { identifier: identifier(`${visit}-${letter}`) }),
      }),
    ),
  ]);
}

describe('a Condition of which the claim was made by an earlier release', () => {
  const fhir = suiteFhirWithNewDoctors();

  const post = async (bundle: Json) => readEntries(await fhir.doctor.post(bundle));
  const countCases = async () => (await fhir.countAddedRows()).cases;
  const voidCase = async (location = '') =>
    payload(
      await fhir.trpc.post('consultations.void', {
        id: location.replace('Condition/', ''),
        reason: 'Another patient',
      }),
    );

  /** Gives the claim of a record the id and the digest that an earlier release made. */
  const storeAsEarlier = (
    location = '',
    { externalId, key }: { readonly externalId: string; readonly key: string },
  ) =>
    LockHolder.run(fhir.platform.ownerUrl, async (owner) => {
      const id = location.replace('Condition/', '');
      await owner.query('UPDATE consultation SET external_id = $2 WHERE id = $1', [id, externalId]);
      await owner.query(
        `UPDATE consultation_claim SET external_id = $2, digest = $3, is_by_spelling = true
         WHERE consultation_id = $1`,
        [id, externalId, contentDigest(['KE', key, 'P-1', '2026-03-14T09:30:00.000Z'])],
      );
      await owner.commit();
    });

  it('is recognised after its record was voided and corrected', async () => {
    const name = { text: 'CD4 <201' };
    const [, first] = await post(build('k', '-', name));
    await storeAsEarlier(first?.location, { externalId: 'urn:v|k#cd4201', key: 'cd4201' });
    await voidCase(first?.location);
    const corrected = build('k', '-', { ...name, encounter: OTHER_PATIENT });
    const [, correction] = await post(corrected);
    expect(correction?.status).toBe(CREATED);
    expect(await post(corrected)).toMatchObject([
      { status: OK },
      { status: OK, location: correction?.location },
    ]);
    expect(await countCases()).toBe(1);
  });

  it('leaves the record without an identifier to the next one of its Encounter', async () => {
    // The earlier release stored CD4 <203 under the name that came first.
    const [, merged] = await post(build('m', 'a', { text: 'CD4 >203' }));
    await storeAsEarlier(merged?.location, { externalId: 'urn:v|m-a', key: 'cd4203' });
    await voidCase(merged?.location);
    const [, first] = await post(build('m', '-', { text: 'CD4 <203' }));
    const [, voided, next] = await post(build('m', 'ab', { text: 'CD4 <203' }));
    expect(voided).toMatchObject({ status: OK, location: merged?.location });
    expect(next).toMatchObject({ status: OK, location: first?.location });
    expect(await countCases()).toBe(1);
  });

  it('is corrected if the catalogue has got its name since, and counts once', async () => {
    const name = { text: 'Fever of the lake' };
    const [, first] = await post(build('n', 'a', name));
    await voidCase(first?.location);
    await LockHolder.run(fhir.platform.ownerUrl, async (owner) => {
      await owner.query(
        `INSERT INTO pathology_name (scope, key, pathology_id)
         SELECT '*', $1, id FROM pathology WHERE scope = '*' AND key = 'malaria'`,
        [nameKey(name.text)],
      );
      await owner.commit();
    });
    await post(build('n', '-', name));
    for (const conditions of ['a', '-', 'a-']) await post(build('n', conditions, name));
    expect(await countCases()).toBe(1);
  });
});
