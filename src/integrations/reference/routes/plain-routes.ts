import { listExportRoutes } from './export-routes';
import { listFhirRoutes } from './fhir-routes';
import type { PlainRoute } from './plain-route';

/** Routes by their module, in their order. */
export function groupByModule(routes: readonly PlainRoute[]): [module: string, routes: PlainRoute[]][] {
  const modules = new Set(routes.map(({ module }) => module));
  return [...modules].map((module) => [module, routes.filter((route) => route.module === module)]);
}

/** Everything for partners that is no procedure. */
export function listPlainRoutes(publicUrl: string): PlainRoute[] {
  return [...listFhirRoutes(publicUrl), ...listExportRoutes()];
}
