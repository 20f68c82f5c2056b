import { z } from 'zod';
import { text } from './parameter';
import { statement } from './statement';

/**
 * The position in the write-ahead log up to which a replica must have replayed it to have every visible commit. A commit is
 * visible after its record was flushed, or earlier if the server does not wait for the disk.
 */
export const READ_POSITION = statement({
  name: 'read_log_position',
  text: `
SELECT (CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn()
END)::text AS position`,
  row: z.object({ position: z.string() }),
  connection: 'pipelined',
});

/** Whether the server is a replica and has replayed the log up to a position. */
export const HAS_REPLAYED = statement({
  name: 'has_replayed_log',
  text: `
SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= $position::text::pg_lsn, false) AS "hasReplayed"`,
  parameters: { position: text() },
  row: z.object({ hasReplayed: z.boolean() }),
});

/** The identifier that a server and its replicas have in common. */
export const READ_SYSTEM = statement({
  name: 'read_database_system',
  text: `SELECT system_identifier::text AS "systemId", pg_is_in_recovery() AS "isReplica" FROM pg_control_system()`,
  row: z.object({ systemId: z.string(), isReplica: z.boolean() }),
});
