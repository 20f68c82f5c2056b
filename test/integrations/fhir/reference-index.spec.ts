import { AMBIGUOUS, ReferenceIndex } from '../../../src/integrations/fhir/bundle/reference-index';

const COUNT = 500;

/** Builds resources with the same id and identifier, and counts how often one of them is looked at. */
function sameResources() {
  let reads = 0;
  const targets = Array.from({ length: COUNT }, () => ({
    fullUrl: undefined,
    id: 'x',
    identifiers: [{ value: 'x' }],
    get type() {
      reads += 1;
      return 'Condition';
    },
  }));
  return { targets, countReads: () => reads };
}

describe('ReferenceIndex', () => {
  it.each([
    { reference: 'Condition/x' },
    { reference: 'Condition?identifier=x' },
    { identifier: { value: 'x' } },
  ])('finds that %j is ambiguous without looking at the resources again', async (reference) => {
    const { targets, countReads } = sameResources();
    const index = await ReferenceIndex.of(targets);
    const before = countReads();
    for (let round = 0; round < COUNT; round += 1)
      expect(index.find(reference, { type: 'Condition', sourceUrl: undefined })).toBe(AMBIGUOUS);
    expect(countReads() - before).toBeLessThanOrEqual(COUNT);
    expect(before).toBeLessThanOrEqual(10 * COUNT);
  });

  it('finds the only resource of a type among those of other types', async () => {
    const targetOf = (type: string) => ({ fullUrl: 'urn:uuid:1', type, id: undefined, identifiers: [] });
    const [patient, encounter] = [targetOf('Patient'), targetOf('Encounter')];
    const index = await ReferenceIndex.of([patient, encounter, patient]);
    const find = (type: string) => index.find({ reference: 'urn:uuid:1' }, { type, sourceUrl: undefined });
    expect([find('Patient'), find('Encounter'), find('Condition')]).toEqual([patient, encounter, undefined]);
  });
});
