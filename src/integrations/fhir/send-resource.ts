import type { Response } from 'express';

export function sendResource(response: Response, resource: { readonly resourceType: string }): void {
  sendJson(response, JSON.stringify(resource));
}

/**
 * Sends JSON that no proxy or browser may store: it is about patients.
 * `end` instead of `send`: Express would add an ETag, which FHIR reads as a resource's version.
 */
export function sendJson(response: Response, body: string): void {
  response.set('cache-control', 'no-store').type('application/fhir+json; charset=utf-8').end(body);
}
