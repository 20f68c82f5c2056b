import type { Response } from 'express';

/** Sends a resource as JSON. */
export function sendResource(response: Response, resource: { readonly resourceType: string }): void {
  sendJson(response, JSON.stringify(resource));
}

/**
 * Kept nowhere on the way, since it is about patients. Ended rather than sent: Express would add an ETag, which FHIR reads
 * as the version of a resource, and there are none.
 */
export function sendJson(response: Response, body: string): void {
  response.set('cache-control', 'no-store').type('application/fhir+json; charset=utf-8').end(body);
}
