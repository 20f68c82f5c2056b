import { Client, DatabaseError } from 'pg';
import { ofDriverError } from './unavailability';

export interface ProbeAnswer {
  /** Whether the server runs: it ran a statement, or refused the connection for a reason of its own. */
  readonly isAlive: boolean;
  readonly error?: unknown;
}

interface Deadline {
  readonly partMs: number;
  /** A pause of this process takes one part, however long it is. */
  readonly parts: number;
  /** Ends the probe early. */
  readonly signal: AbortSignal;
}

/** Runs a statement on a new connection. Never rejects. */
export async function probe(
  createClient: () => Client,
  { partMs, parts, signal }: Deadline,
): Promise<ProbeAnswer> {
  const client = createClient();
  client.on('error', () => undefined);
  let timer: NodeJS.Timeout | undefined;
  const endAfter = (remaining: number) => {
    timer = setTimeout(() => {
      if (remaining > 1) endAfter(remaining - 1);
      else client.connection.stream.destroy(new Error('the database does not answer'));
    }, partMs).unref();
  };
  endAfter(parts);
  const abort = () => {
    clearTimeout(timer);
    client.connection.stream.destroy();
  };
  signal.addEventListener('abort', abort);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return { isAlive: true };
  } catch (error) {
    return { isAlive: error instanceof DatabaseError && ofDriverError(error) !== 'away', error };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    client.end().catch(() => undefined);
  }
}
