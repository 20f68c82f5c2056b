/**
 * What the application may do to tables. A table that is not listed may be read and changed row by row. A table with a trigger
 * that refuses DELETE need not be listed: it is appended to. docs/operations.md describes the roles.
 */
export const tablesByAccess = {
  /** Tables that only migrations and commands of the owner write. */
  readOnly: [
    'migrations',
    'audit_removal',
    'specialty',
    'pathology_code',
    'assistant_topic',
    'assistant_text',
    'assistant_term',
    'assistant_word',
  ],
  /** Tables of records and names: rows are inserted, and never changed or deleted. */
  appendOnly: [
    'alert_act',
    'consultation',
    'consultation_void',
    'fhir_condition',
    'import_file',
    'medication',
    'medication_name',
    'medication_sale',
    'medication_sale_claim',
    'pathology',
    'pathology_name',
  ],
  /** Logs that the platform vacuums itself. */
  vacuumed: ['pathology_count_change', 'medication_units_change'],
} as const;
