/** Statuses in the entries of a response. */
export const OK = '200 OK';
export const CREATED = '201 Created';
export const CONFLICT = '409 Conflict';
export const FAILED_DEPENDENCY = '424 Failed Dependency';
