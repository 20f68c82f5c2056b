import { exportRoutes } from './export-routes';
import { fhirRoutes } from './fhir-routes';
import type { PlainRoute } from './plain-route';

/** Routes by their module, in their order. */
export function byModule(routes: readonly PlainRoute[]): [module: string, routes: PlainRoute[]][] {
  const modules = new Set(routes.map(({ module }) => module));
  return [...modules].map((module) => [module, routes.filter((route) => route.module === module)]);
}

/** Everything for partners that is no procedure. */
export function plainRoutes(publicUrl: string): PlainRoute[] {
  return [...fhirRoutes(publicUrl), ...exportRoutes()];
}
