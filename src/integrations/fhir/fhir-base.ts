/** The address of `/fhir`, without a slash at its end. */
export function fhirBase(publicUrl: string): string {
  return `${publicUrl.replace(/\/$/, '')}/fhir`;
}
