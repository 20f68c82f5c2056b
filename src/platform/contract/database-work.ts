/**
 * Kinds of work that share the connections to the database. `interactive` is what a person waits for: sign-in, chat, recording.
 * The others get a part of the pool each: `statistics` with exports, `bulk` for many records in one call, `fhir`.
 */
export type DatabaseWork = 'interactive' | 'statistics' | 'bulk' | 'fhir';
