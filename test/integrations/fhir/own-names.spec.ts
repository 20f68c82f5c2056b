import { MAX_OWN_NAMES } from '../../../src/shared/own-names';
import { expectLessThan } from '../../support/expect-faster-than';
import { countOwnNames, fillOwnNames } from '../../support/own-names';
import { measureProcessorTime } from '../../support/processor-time';
import { CONDITION, ENCOUNTER, bundleOf, encounterBundle, entry } from './bundles';
import { CREATED, FAILED_DEPENDENCY } from './entry-statuses';
import { suiteFhir } from './fhir-platform';

describe('Conditions with names that the catalogue does not have', () => {
  const fhir = suiteFhir();

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
    await fhir.doctor.postForStatuses(bundle('CD4 >200'));
    expect(await count()).toBe(2);
    await fhir.platform.database.query(
      `UPDATE consultation_claim SET external_id = 'V-signs#cd4200' WHERE external_id = 'V-signs#cd4<200'`,
    );
    expect(await fhir.doctor.postForStatuses(bundle('CD4 <200'))).toEqual(['200 OK', '200 OK']);
    expect(await count()).toBe(2);
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
