import * as fc from 'fast-check';
import { check } from '../../modules/consultations/counts/count-check';
import { bundleFile, visits } from './bundles';
import { FhirPlatform } from './fhir-platform';

describe('anything at all that is posted', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    expect(await check(fhir.platform.database)).toMatchObject({ code: 0 });
    await fhir.close();
  });

  const rubbish = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\u0000',
      '\ud800',
      '__proto__',
      'urn:uuid:encounter',
      'Encounter/1',
      '2026-03-14',
      -0,
      1e308,
      {},
      [],
      null,
    ),
  );

  /** A good Bundle in which something was replaced. */
  const spoilt = fc
    .tuple(
      fc.constantFrom(
        visits([1]),
        visits([2, 3], 'batch'),
        { ...bundleFile('hapi-if-none-exist.json') },
        { ...bundleFile('openmrs.json') },
      ),
      fc.array(fc.tuple(fc.nat(), rubbish), { minLength: 1, maxLength: 3 }),
    )
    .map(([bundle, changes]) => {
      const copy: unknown = structuredClone(bundle);
      for (const [place, value] of changes) {
        const places = placesOf(copy);
        const found = places[place % places.length];
        if (found) Reflect.set(found.of, found.key, value);
      }
      return copy;
    });

  it('is answered with a valid resource, and never as a failure of ours', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: spoilt }, { weight: 1, arbitrary: rubbish }),
        async (body) => {
          const { status } = await fhir.doctor.post(body, { prefer: 'return=representation' });
          expect([200, 400, 403, 409, 413, 422]).toContain(status);
        },
      ),
      { numRuns: 400 },
    );
  }, 240_000);
});

/** Everything in a JSON value that can be replaced. */
function placesOf(json: unknown): { of: object; key: string }[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]: [string, unknown]) => [
    { of: json, key },
    ...placesOf(value),
  ]);
}
