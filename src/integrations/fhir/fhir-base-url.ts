export const FHIR_PATH = '/fhir';

/** Returns the URL of `/fhir` without a trailing slash. */
export function getFhirBaseUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}${FHIR_PATH}`;
}
