import { contentDigest } from '../../../src/platform/database/content-digest';
import { MAX_OWN_NAMES } from '../../../src/shared/own-names';
import { expectLessThan } from '../../support/expect-faster-than';
import { countOwnNames, fillOwnNames } from '../../support/own-names';
import { measureProcessorTime } from '../../support/processor-time';
import { CONDITION, ENCOUNTER, bundleOf, encounterBundle, entry } from './bundles';
import { CREATED, FAILED_DEPENDENCY } from './entry-statuses';
import { suiteFhir } from './fhir-platform';

describe('Conditions with names that the catalogue does not have', () => {
  const fhir = suiteFhir();

  /** Changes a claim to that of an earlier release. */
  async function recordAsEarlier(id: string, { externalId, key }: { externalId: string; key: string }) {
    const { database } = fhir.platform;
    const [{ country, patient, at }] = await database.query<[{ country: string; patient: string; at: Date }]>(
      `SELECT c.country, c.patient_id AS patient, c.consulted_at AS at
       FROM consultation_claim k JOIN consultation c ON c.id = k.consultation_id WHERE k.external_id = $1`,
      [id],
    );
    await database.query(
      `UPDATE consultation_claim SET external_id = $2, digest = $3, is_by_spelling = true WHERE external_id = $1`,
      [id, externalId, contentDigest([country, key, patient, at.toISOString()])],
    );
  }

  it('are other cases if comparators differ, and are recognised if an earlier release recorded them', async () => {
    const bundle = (name: string) =>
      encounterBundle({
        encounter: { identifier: [{ value: 'V-signs' }] },
        condition: { code: { text: name }, identifier: undefined },
      });
    const count = async () => {
      const [row] = await fhir.platform.database.query<[{ cases: number }]>(
        `SELECT count(*)::integer AS cases FROM consultation_claim WHERE starts_with(external_id, 'V-signs#')`,
      );
      return row.cases;
    };
    await fhir.doctor.postForStatuses(bundle('CD4 <200'));
    await recordAsEarlier('V-signs#cd4<200', { externalId: 'V-signs#cd4200', key: 'cd4200' });
    await fhir.doctor.postForStatuses(bundle('CD4 >200'));
    expect(await count()).toBe(2);
    for (const name of ['CD4 <200', 'CD4 >200'])
      expect(await fhir.doctor.postForStatuses(bundle(name))).toEqual(['200 OK', '200 OK']);
    expect(await count()).toBe(2);
  });

  it('are other cases if this release recorded one without the comparator', async () => {
    const bundle = (name: string) =>
      encounterBundle({
        encounter: { identifier: [{ value: 'V-plain' }] },
        condition: { code: { text: name }, identifier: undefined },
      });
    await fhir.doctor.postForStatuses(bundle('CD4 350'));
    expect(await fhir.doctor.postForStatuses(bundle('CD4 <350'))).toEqual(['200 OK', CREATED]);
  });

  it('have up to 200 letters, also of a script whose letters are two units of UTF-16', async () => {
    const bundle = (length: number) =>
      encounterBundle({ condition: { code: { text: '\u{1e900}'.repeat(length) }, identifier: undefined } });
    expect(await fhir.doctor.postForStatuses(bundle(200))).toEqual([CREATED, CREATED]);
    expect((await fhir.postRefused(bundle(201))).status).toBe(422);
  });

  it('are 422 above the maximum of the country; in a batch, the others are recorded', async () => {
    await fillOwnNames(fhir.platform.database, 'pathology', { country: 'KE', room: 1 });
    const entriesOf = (text: string) => [
      entry(ENCOUNTER, `urn:uuid:${text}`),
      entry({ ...CONDITION, code: { text }, encounter: { reference: `urn:uuid:${text}` } }),
    ];
    const batch = bundleOf(['Fever A', 'Fever B', 'Own name 1', 'Malaria'].flatMap(entriesOf), 'batch');
    expect(await fhir.doctor.postForStatuses(batch)).toEqual([
      ...[CREATED, CREATED],
      ...[FAILED_DEPENDENCY, '422 Unprocessable Entity'],
      ...[CREATED, CREATED, CREATED, CREATED],
    ]);
    expect(await fhir.postRefused(encounterBundle({ condition: { code: { text: 'Fever C' } } }))).toEqual({
      status: 422,
      issues: [
        {
          code: 'business-rule',
          expression: 'Bundle.entry[1].resource',
          text: `pathologyName: is new, and the country has ${MAX_OWN_NAMES} pathologies of its own already; send a name or code of the catalogue, or a name that the country has used before`,
        },
      ],
    });
    expect(await countOwnNames(fhir.platform.database, 'pathology', 'KE')).toBe(MAX_OWN_NAMES);
  });

  it('are refused in a batch without work that grows with the square of their number', async () => {
    await fillOwnNames(fhir.platform.database, 'pathology', { country: 'KE' });
    const texts = Array.from({ length: 4_000 }, (_none, index) => `Further fever ${index}`);
    const batch = bundleOf(
      [
        entry(ENCOUNTER, 'urn:uuid:e'),
        ...texts.map((text) =>
          entry({ ...CONDITION, code: { text }, encounter: { reference: 'urn:uuid:e' } }),
        ),
      ],
      'batch',
    );
    await expectLessThan(4_000, () =>
      measureProcessorTime(async () => {
        const [encounter, ...conditions] = await fhir.doctor.postForStatuses(batch);
        expect(encounter).toBe(FAILED_DEPENDENCY);
        expect(new Set(conditions)).toEqual(new Set(['422 Unprocessable Entity']));
      }),
    );
  });
});
