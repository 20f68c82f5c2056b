import * as fc from 'fast-check';
import { numberedEncounters, readBundleFile } from './bundles';
import { suiteFhirWithNewDoctors } from './fhir-platform';

describe('arbitrary bodies posted to /fhir', () => {
  const fhir = suiteFhirWithNewDoctors();

  const arbitraryValue = fc.oneof(
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

  /** A valid Bundle with one to three values replaced. */
  const mutatedBundle = fc
    .tuple(
      fc.constantFrom(
        numberedEncounters([1]),
        numberedEncounters([2, 3], 'batch'),
        { ...readBundleFile('hapi-if-none-exist.json') },
        { ...readBundleFile('openmrs.json') },
      ),
      fc.array(fc.tuple(fc.nat(), arbitraryValue), { minLength: 1, maxLength: 3 }),
    )
    .map(([bundle, changes]) => {
      const copy: unknown = structuredClone(bundle);
      for (const [position, value] of changes) {
        const properties = listProperties(copy);
        const property = properties[position % properties.length];
        if (property) Reflect.set(property.owner, property.key, value);
      }
      return copy;
    });

  it('get a valid resource as the response, and never a server error', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof({ weight: 9, arbitrary: mutatedBundle }, { weight: 1, arbitrary: arbitraryValue }),
        async (body) => {
          const { status } = await fhir.doctor.post(body, { prefer: 'return=representation' });
          expect([200, 400, 403, 409, 413, 422]).toContain(status);
        },
      ),
      { numRuns: 150 },
    );
  }, 240_000);
});

/** Lists the properties and array items at every depth. */
function listProperties(json: unknown): { owner: object; key: string }[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]: [string, unknown]) => [
    { owner: json, key },
    ...listProperties(value),
  ]);
}
