import type { DataSource } from 'typeorm';

export interface StoredEvent {
  readonly country: string;
  readonly id: string;
  readonly at: Date;
  readonly action: string;
  readonly account_id: string | null;
  readonly role: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly records: string[] | null;
  readonly details: Record<string, unknown> | null;
}

/** Returns the events of what an account did, oldest first. */
export async function eventsOf(database: DataSource, accountId: string): Promise<StoredEvent[]> {
  return database.query<StoredEvent[]>('SELECT * FROM audit_event WHERE account_id = $1 ORDER BY id', [
    accountId,
  ]);
}

/** Returns the events of an action, oldest first. */
export async function eventsOfAction(database: DataSource, action: string): Promise<StoredEvent[]> {
  return database.query<StoredEvent[]>('SELECT * FROM audit_event WHERE action = $1 ORDER BY id', [action]);
}
