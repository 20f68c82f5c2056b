import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export type Json = Readonly<Record<string, unknown>>;

const bundleSchema = z.looseObject({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.looseObject({ resource: z.looseObject({ resourceType: z.string() }) })),
});

export type Bundle = z.output<typeof bundleSchema>;

/** Reads a Bundle of the folder `bundles`. */
export function readBundleFile(name: string): Bundle {
  return bundleSchema.parse(JSON.parse(readFileSync(join(__dirname, 'bundles', name), 'utf8')));
}

export const ICD_10 = 'http://hl7.org/fhir/sid/icd-10';
export const MALARIA = { coding: [{ system: ICD_10, code: 'B54' }] };

export const ENCOUNTER = {
  resourceType: 'Encounter',
  status: 'finished',
  class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
  subject: { identifier: { system: 'http://clinic.example.org/patients', value: 'P-1' } },
  period: { start: '2026-03-14T09:30:00Z' },
};

export const CONDITION = {
  resourceType: 'Condition',
  subject: { identifier: { system: 'http://clinic.example.org/patients', value: 'P-1' } },
  encounter: { reference: 'urn:uuid:encounter' },
  code: MALARIA,
};

/** Builds an entry that creates a resource. */
export function entry(resource: Json, fullUrl?: string, request: Json = {}): Json {
  return {
    ...(fullUrl !== undefined && { fullUrl }),
    resource,
    request: { method: 'POST', url: resource.resourceType, ...request },
  };
}

export function bundleOf(entries: readonly Json[], type = 'transaction'): Json {
  return { resourceType: 'Bundle', type, entry: entries };
}

/** Builds a Bundle of one Encounter with one Condition; the arguments override their elements. */
export function encounterBundle({
  encounter = {},
  condition = {},
  type = 'transaction',
}: { encounter?: Json; condition?: Json; type?: string } = {}): Json {
  return bundleOf(
    [entry({ ...ENCOUNTER, ...encounter }, 'urn:uuid:encounter'), entry({ ...CONDITION, ...condition })],
    type,
  );
}

/** Builds a Bundle of Encounters with identifiers, each with a Condition of malaria and one of fever. */
export function numberedEncounters(numbers: readonly number[], type = 'transaction'): Json {
  return bundleOf(
    numbers.flatMap((number) => [
      entry(
        { ...ENCOUNTER, identifier: [{ system: 'urn:visits', value: `${number}` }] },
        `urn:uuid:${number}`,
      ),
      ...[MALARIA, { text: `Fever ${number % 3}` }].map((code) =>
        entry({ ...CONDITION, code, encounter: { reference: `urn:uuid:${number}` } }),
      ),
    ]),
    type,
  );
}
