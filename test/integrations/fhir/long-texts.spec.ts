import { gzipSync } from 'node:zlib';
import { CONDITION, ENCOUNTER, type Json, bundleOf, encounterBundle, entry } from './bundles';
import { suiteFhir } from './fhir-platform';
import { measureProcessorTime } from '../../support/processor-time';

const SPACES = ' '.repeat(1_998);

/** Builds a Bundle of Conditions, with texts that make a regular expression backtrack from each space. */
function buildConditions(count: number, code: Json, more: Json = {}): Json {
  return bundleOf([
    entry(ENCOUNTER, 'urn:uuid:encounter'),
    ...Array.from({ length: count }, () => entry({ ...CONDITION, code, ...more })),
  ]);
}

describe('long texts of a Bundle', () => {
  const fhir = suiteFhir();

  it.each<[string, Json]>([
    ['spaces in 2,000 Conditions', buildConditions(2_000, { text: `x${SPACES}x` })],
    [
      'displays of spaces with the maximum length of a name',
      buildConditions(1_000, { coding: Array<Json>(40).fill({ display: `x${' '.repeat(197)}x` }) }),
    ],
    [
      'plus signs, as in results of tests',
      buildConditions(1_000, { coding: Array<Json>(40).fill({ display: `x${' +'.repeat(98)}x` }) }),
    ],
    [
      'an identifier search that matches no Encounter',
      buildConditions(
        4_000,
        { text: 'Cholera' },
        { encounter: { reference: `${'/A?identifier=b'.repeat(65)}&` } },
      ),
    ],
  ])('take less than 20 s of processor time: %s', async (_case, bundle) => {
    const body = gzipSync(JSON.stringify(bundle));
    const cost = await measureProcessorTime(async () => {
      const response = await fhir.doctor.postText(body, { 'content-encoding': 'gzip' });
      expect([200, 422]).toContain(response.status);
    });
    expect(cost).toBeLessThan(20_000);
  });
});

describe('a long row of combining marks', () => {
  const fhir = suiteFhir();

  it('is refused as an identifier before it is normalized, which would take minutes', async () => {
    const value = `a${'\u0323\u0301'.repeat(1_000_000)}`;
    const bundle = encounterBundle({ encounter: { identifier: [{ value }] } });
    expect(await fhir.postRefused(bundle)).toMatchObject({
      status: 400,
      issues: [{ expression: 'Bundle.entry[0].resource.identifier[0].value' }],
    });
  });
});

describe('a text that is longer than its element allows', () => {
  const fhir = suiteFhir();
  const long = 'a '.repeat(4_500_000);

  it.each<[string, Parameters<typeof encounterBundle>[0]]>([
    ['Bundle.entry[0].resource.identifier[0].use', { encounter: { identifier: [{ use: long }] } }],
    ['Bundle.entry[0].resource.identifier[0].system', { encounter: { identifier: [{ system: long }] } }],
    ['Bundle.entry[1].resource.code.coding[0].code', { condition: { code: { coding: [{ code: long }] } } }],
  ])('is refused before its form is checked: %s', async (expression, resources) => {
    const { status, issues } = await fhir.postRefused(encounterBundle(resources));
    expect(status).toBe(400);
    expect(issues).toEqual([
      { code: 'structure', text: expect.stringContaining('expected at most') as string, expression },
    ]);
  });
});
