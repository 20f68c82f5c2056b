import type { Database } from '../../../platform/database/database';
import { DatabaseBusyError } from '../../../platform/database/database-busy-error';
import { repeatTransaction } from '../../../platform/database/repeated-transaction';

/**
 * Another transaction changed what a caller had looked up: it gave a name or code its pathology, added the same pathology to an
 * Encounter, or gave an identifier its record. Work that throws it must see the change when it is repeated, or refuse it: else all
 * attempts fail, and the caller gets 503 for ever.
 */
export class StalePathologyError extends Error {}

/**
 * Repeats work that looks pathologies up and records with them in one transaction, if another one recorded some of them meanwhile, or
 * both deadlocked. Nothing of the attempt before was committed.
 * @throws DatabaseBusyError if others still change it after a few attempts
 */
export async function repeatRecording<T>(
  database: Pick<Database, 'isInSharedTransaction'>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await repeatTransaction(database, work, (error) => error instanceof StalePathologyError);
  } catch (error) {
    throw error instanceof StalePathologyError ? new DatabaseBusyError(error.message) : error;
  }
}
