import { gzipSync } from 'node:zlib';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { FhirPlatform } from './fhir-platform';
import { processorTimeOf } from '../../support/processor-time';

const SPACES = ' '.repeat(1_998);

/** What every text of a Bundle may be at its worst, for a pattern that looks for its end again from each space. */
function conditions(count: number, code: Json, more: Json = {}): Json {
  return bundleOf([
    entry(ENCOUNTER, 'urn:uuid:encounter'),
    ...Array.from({ length: count }, () => entry({ ...CONDITION, code, ...more })),
  ]);
}

describe('texts of a Bundle that are long and mostly spaces', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  it.each<[string, Json]>([
    ['of 2,000 Conditions', conditions(2_000, { text: `x${SPACES}x` })],
    [
      'as displays, as long as a name may be',
      conditions(1_000, { coding: Array<Json>(40).fill({ display: `x${' '.repeat(197)}x` }) }),
    ],
    [
      'with signs that could be the result of a test',
      conditions(1_000, { coding: Array<Json>(40).fill({ display: `x${' +'.repeat(98)}x` }) }),
    ],
    [
      'in a search that names no Encounter',
      conditions(
        4_000,
        { text: 'Cholera' },
        { encounter: { reference: `${'/A?identifier=b'.repeat(65)}&` } },
      ),
    ],
  ])('do not hold the process: %s', async (_case, bundle) => {
    const body = gzipSync(JSON.stringify(bundle));
    const cost = await processorTimeOf(async () => {
      const response = await fhir.doctor.postText(body, { 'content-encoding': 'gzip' });
      expect([200, 422]).toContain(response.status);
    });
    expect(cost).toBeLessThan(20_000);
  });
});
