/**
 * Kinds of work that share the connections to the database. `interactive` is what a person waits for: sign-in, chat, recording.
 * The others get a part of the pool each: `statistics` with exports, `bulk` for many records in one call, `fhir`.
 */
export const DATABASE_WORKS = ['interactive', 'statistics', 'bulk', 'fhir'] as const;

export type DatabaseWork = (typeof DATABASE_WORKS)[number];
