import { exportRoutes } from './export-routes';
import { fhirRoutes } from './fhir-routes';
import type { PlainRoute } from './plain-route';

/** Everything for partners that is no procedure. */
export function plainRoutes(publicUrl: string): PlainRoute[] {
  return [...fhirRoutes(publicUrl), ...exportRoutes()];
}
