/** Descriptions of the groups of plain HTTP routes. */
const ROUTE_GROUPS: Readonly<Record<string, string>> = {
  fhir: 'FHIR R4 for systems that speak it: encounters with their conditions, sent as a Bundle and read back.',
  exports: 'The tables of the ministry’s page as files.',
};

/**
 * Returns the description of a module, in Markdown.
 * @param purposes descriptions of the features, by router
 */
export function describeModule(module: string, purposes: Readonly<Record<string, string>> = {}): string {
  return purposes[module] ?? ROUTE_GROUPS[module] ?? `The procedures of \`${module}\`.`;
}
