import { type Json, CONDITION, ENCOUNTER, MALARIA, bundleOf, entry } from './bundles';
import { readEntries, readFailure } from './fhir-caller';
import { suiteFhirWithNewDoctors } from './fhir-platform';

/** Of a Bundle, without its Encounter. */
const MAX_CONDITIONS = 4_999;
const MAX_DIAGNOSES = 1_000;

/** Builds a Bundle of one Encounter with Conditions. */
function encounterWith(count: number, codeOf: (index: number) => Json = () => MALARIA): Json {
  const conditions = Array.from({ length: count }, (_, index) =>
    entry({ ...CONDITION, code: codeOf(index) }, `urn:uuid:condition-${index}`),
  );
  return bundleOf([entry(ENCOUNTER, 'urn:uuid:encounter'), ...conditions]);
}

/** Builds a Bundle of one Encounter with diagnoses, all of one Condition. */
function encounterWithDiagnoses(count: number): Json {
  const diagnosis = Array<Json>(count).fill({ condition: { reference: 'urn:uuid:condition' } });
  return bundleOf([
    entry({ ...ENCOUNTER, diagnosis }, 'urn:uuid:encounter'),
    entry({ ...CONDITION, encounter: undefined }, 'urn:uuid:condition'),
  ]);
}

describe('an Encounter with thousands of Conditions', () => {
  const fhir = suiteFhirWithNewDoctors();

  it('is recorded if the Bundle has no more than 5,000 entries, each pathology as one case', async () => {
    const names = ['Fever', 'Cough', 'Headache'];
    const bundle = encounterWith(MAX_CONDITIONS, (index) => ({ text: names[index % names.length] ?? '' }));
    const results = readEntries(await fhir.doctor.post(bundle));
    expect(results).toHaveLength(MAX_CONDITIONS + 1);
    expect(new Set(results.map(({ location }) => location)).size).toBe(1 + names.length);
    expect(await fhir.countAddedRows()).toEqual({
      encounters: 1,
      conditions: names.length,
      consultations: names.length,
      cases: names.length,
    });
  });

  it('is refused above that before any entry is read, with what to send instead', async () => {
    const bundle = encounterWith(MAX_CONDITIONS + 1, () => ({ text: 1 }));
    expect(await fhir.postRefused(bundle)).toEqual({
      status: 413,
      issues: [
        {
          code: 'too-costly',
          text: 'expected at most 5000 entries: send several Bundles',
          expression: 'Bundle.entry',
        },
      ],
    });
  });

  it('gets at most 100 problems of its Conditions, and their number', async () => {
    const { status, issues } = await fhir.postRefused(encounterWith(MAX_CONDITIONS, () => ({})));
    expect(status).toBe(422);
    expect(issues).toHaveLength(101);
    expect(issues[0]).toMatchObject({ expression: 'Bundle.entry[1].resource.code' });
    expect(issues.at(-1)?.text).toBe(`and ${MAX_CONDITIONS - 100} more problems`);
  });
});

describe('an Encounter with thousands of diagnoses', () => {
  const fhir = suiteFhirWithNewDoctors();

  it('is recorded with 1,000 of one Condition, which is one case', async () => {
    readEntries(await fhir.doctor.post(encounterWithDiagnoses(MAX_DIAGNOSES)));
    expect(await fhir.countAddedRows()).toMatchObject({ encounters: 1, conditions: 1, cases: 1 });
  });

  it.each([MAX_DIAGNOSES + 1, 100_000])(
    'is refused with %i, with the element and its limit',
    async (count) => {
      const response = await fhir.doctor.post(encounterWithDiagnoses(count));
      expect(readFailure(response)).toEqual({
        status: 413,
        issues: [
          {
            code: 'too-costly',
            text: 'expected at most 1000 items',
            expression: 'Bundle.entry[0].resource.diagnosis',
          },
        ],
      });
      expect((await fhir.countAddedRows()).encounters).toBe(0);
    },
  );
});

describe('a resource with too much in it', () => {
  const fhir = suiteFhirWithNewDoctors();
  const many = (count: number, item: unknown) => Array<unknown>(count).fill(item);
  const coding = (count: number) => ({ coding: many(count, { code: 'B54' }) });

  it.each<[string, string, Json]>([
    ['expected at most 200 identifiers', 'identifier', { resourceType: 'Patient', identifier: many(201, 1) }],
    ['expected at most 1000 items', 'identifier', { resourceType: 'Patient', identifier: many(480_000, 1) }],
    ['expected at most 50 identifiers', 'identifier', { ...ENCOUNTER, identifier: many(51, { value: '1' }) }],
    [
      'expected at most 1000 items',
      'diagnosis[0].diagnosis',
      { ...ENCOUNTER, diagnosis: [{ diagnosis: many(160_000, { implicitRules: 'x' }) }] },
    ],
    ['expected at most 1000 items', 'extension', { ...ENCOUNTER, extension: many(1_001, { url: 'x' }) }],
    ['expected at most 1000 items', '', { ...ENCOUNTER, 'no name': many(1_001, 1) }],
    ['expected at most 50 codings', 'code.coding', { ...CONDITION, code: coding(51) }],
    ['expected at most 50 categories', 'category', { ...CONDITION, category: many(51, {}) }],
    [
      'expected at most 20000 values: objects, lists and what they contain',
      '',
      { ...ENCOUNTER, extension: many(900, { url: 'x', extension: many(10, { url: 'x' }) }) },
    ],
  ])('is refused with %s, and with the element: %s', async (text, path, resource) => {
    const failure = await fhir.postRefused(bundleOf([entry(resource, 'urn:uuid:resource')]));
    const expression = `Bundle.entry[0].resource${path && `.${path}`}`;
    expect(failure).toEqual({ status: 413, issues: [{ code: 'too-costly', text, expression }] });
  });

  it('is accepted if the platform does not read it', async () => {
    const observation = { resourceType: 'Observation', component: many(100_000, 1) };
    expect(await fhir.doctor.postForStatuses(bundleOf([entry(observation)]))).toEqual(['200 OK']);
  });

  it('is accepted with 1,000 complete diagnoses', async () => {
    const diagnosis = many(MAX_DIAGNOSES, {
      id: '1',
      extension: [{ url: 'http://example.org/a', valueString: 'a' }],
      condition: { reference: 'urn:uuid:condition', display: 'Malaria' },
      use: { coding: [{ system: 'http://example.org/use', code: 'AD', display: 'Admission' }] },
      rank: 1,
    });
    const bundle = bundleOf([
      entry({ ...ENCOUNTER, diagnosis }, 'urn:uuid:encounter'),
      entry({ ...CONDITION, encounter: undefined }, 'urn:uuid:condition'),
    ]);
    expect(await fhir.doctor.postForStatuses(bundle)).toEqual(['201 Created', '201 Created']);
  });

  it('gets no more than 100 problems of a list, and a response of limited length in a batch', async () => {
    const encounters = many(3_000, entry({ ...ENCOUNTER, diagnosis: many(150, 1) })) as Json[];
    const response = await fhir.doctor.post(bundleOf(encounters, 'batch'));
    const counts = readEntries(response).map(({ issues }) => issues.length);
    expect(counts[0]).toBe(100);
    expect(counts.at(-1)).toBe(2);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThan(20_000);
  });
});
