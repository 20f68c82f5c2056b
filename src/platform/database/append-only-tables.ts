/**
 * Tables whose rows are never changed or deleted. Triggers refuse it to everybody, and the role of the application has no
 * permission for it.
 */
export const APPEND_ONLY_TABLES = ['audit_event', 'audit_link', 'audit_anchor'] as const;
