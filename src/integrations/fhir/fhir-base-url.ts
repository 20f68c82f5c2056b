/** The address of `/fhir`, without a slash at its end. */
export function getFhirBaseUrl(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}/fhir`;
}
