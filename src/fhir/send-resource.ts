import type { Response } from 'express';

/** Sends a resource; kept nowhere on the way, since it is about patients. */
export function sendResource(response: Response, resource: { readonly resourceType: string }): void {
  response
    .set('cache-control', 'no-store')
    .type('application/fhir+json; charset=utf-8')
    .send(JSON.stringify(resource));
}
