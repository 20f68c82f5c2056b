/**
 * How the tables are spread over the nodes of a Citus cluster; on one server it has no effect. A table that is not listed
 * stays on the coordinator. docs/extending.md says when a migration adds one.
 */
export const distribution = {
  /** Tables that every node has, because rows on the nodes refer to them. */
  catalogues: ['pathology', 'pathology_name', 'pathology_code', 'medication', 'medication_name'],
  /** Tables whose rows are on the node of their column `country`; the rows of one country are on one node. */
  byCountry: [
    'consultation',
    'consultation_void',
    'pathology_count_change',
    'medication_sale',
    'medication_units_change',
    'fhir_encounter',
    'fhir_condition',
    'audit_event',
    'audit_link',
    'audit_progress',
  ],
  /** Functions that run on the node of the country that is their first argument. */
  functions: [
    'record_consultation',
    'record_consultation_group',
    'void_consultation',
    'write_audit_events',
    'link_audit_events',
  ],
} as const;
