import { listExportRoutes } from './export-routes';
import { listFhirRoutes } from './fhir-routes';
import type { PlainRoute } from './plain-route';

/** Groups routes by module, in the order of first occurrence. */
export function groupByModule(routes: readonly PlainRoute[]): [module: string, routes: PlainRoute[]][] {
  const modules = new Set(routes.map(({ module }) => module));
  return [...modules].map((module) => [module, routes.filter((route) => route.module === module)]);
}

/** Lists the documented HTTP routes that are not tRPC procedures. */
export function listPlainRoutes(publicUrl: string): PlainRoute[] {
  return [...listFhirRoutes(publicUrl), ...listExportRoutes()];
}
