import { Socket } from 'node:net';
import { Client, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import { DatabaseBusyError } from './database-busy-error';
import { pipelinedStatements } from './database-metrics';
import { leastBusy } from './least-busy';
import type { DatabaseAvailability } from './availability';
import { isStaleStatement, sendQuery } from './send-query';

/** Statements that may wait on one connection. More of them means that the database does not keep up. */
const MAX_RUNNING = 5_000;

/** Two, so that a statement that takes longer than usual does not delay all others. */
export const PIPELINED_CONNECTIONS = 2;

/**
 * Runs short statements on a few connections that send a statement without waiting for the response of the previous one. So
 * concurrent requests neither wait for a free connection nor for each other's round trips, and all statements of one turn of
 * the event loop leave in one write.
 */
export class PipelinedConnections {
  private readonly connections: readonly PipelinedConnection[];
  private readonly endObservation: () => void;

  /** @param availability if it is known, statements are refused while the database is away */
  constructor(config: ClientConfig, availability?: DatabaseAvailability) {
    this.connections = Array.from(
      { length: PIPELINED_CONNECTIONS },
      () => new PipelinedConnection(withDeadline(config), availability),
    );
    this.endObservation = pipelinedStatements.observe(() =>
      this.connections.map(({ running }) => [{}, running]),
    );
  }

  /** Runs a statement on the connection with the fewest statements. */
  async query(query: QueryConfig): Promise<QueryResult<object>> {
    const connection = leastBusy(this.connections);
    if (!connection) throw new TypeError('there is a pipelined connection');
    return connection.query(query);
  }

  async close(): Promise<void> {
    this.endObservation();
    await Promise.all(this.connections.map((connection) => connection.close()));
  }
}

/**
 * Adds a deadline for each statement, after which pg closes the connection: new statements are sent all the time, so that the
 * socket is never idle although the database is silent. A silent database is found much earlier (`DatabaseAvailability`), which
 * does not take a pause of this process for silence, as a timer does.
 */
function withDeadline(config: ClientConfig): ClientConfig {
  const { statement_timeout: timeout } = config;
  const pipelined = { ...config, pipeline: true };
  return typeof timeout === 'number' ? { ...pipelined, query_timeout: timeout * 1.5 } : pipelined;
}

class PipelinedConnection {
  /** Number of statements without a response. */
  running = 0;
  private opened: Promise<Client> | undefined;
  private isClosed = false;

  constructor(
    private readonly config: ClientConfig,
    private readonly availability: DatabaseAvailability | undefined,
  ) {}

  async query(query: QueryConfig): Promise<QueryResult<object>> {
    if (this.running >= MAX_RUNNING) throw new DatabaseBusyError('too many statements wait for the database');
    this.availability?.assertAvailable('interactive');
    if (!this.opened && this.availability?.refusesConnections)
      throw this.availability.refusedConnection('interactive');
    this.running += 1;
    const endWait = this.availability?.beginWait();
    const opened = (this.opened ??= this.open());
    try {
      const client = await opened;
      writeTogether(client);
      return await sendQuery(client, query);
    } catch (error) {
      if (isStaleStatement(error)) this.forget(opened);
      throw error;
    } finally {
      this.running -= 1;
      endWait?.();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const client = await this.opened?.catch(() => undefined);
    await client?.end();
  }

  private open(): Promise<Client> {
    if (this.isClosed)
      return Promise.reject(new DatabaseBusyError('the connections to the database are closed'));
    const socket = this.config.stream?.();
    const client = new Client({ ...this.config, ...(socket && { stream: () => socket }) });
    const opened = client.connect().then(
      () => {
        this.availability?.noteConnection();
        // The pool's limit of silence would close an idle connection. From now on, each statement has a deadline.
        if (socket instanceof Socket) socket.setTimeout(0);
        return client;
      },
      (error: unknown) => {
        throw this.availability?.connectionFailed(error, 'interactive') ?? error;
      },
    );
    const forget = () => {
      this.forget(opened);
    };
    // pg rejects the statements without a response.
    client.on('error', forget);
    client.on('end', forget);
    opened.catch(forget);
    return opened;
  }

  /** Makes the next statement open a new connection. */
  private forget(opened: Promise<Client>): void {
    if (this.opened === opened) this.opened = undefined;
  }
}

const corked = new WeakSet<Client>();

/** Holds what the client writes until the end of this turn of the event loop: one system call instead of one for each statement. */
function writeTogether(client: Client): void {
  const { stream } = client.connection;
  if (corked.has(client)) return;
  corked.add(client);
  stream.cork();
  setImmediate(() => {
    corked.delete(client);
    stream.uncork();
  });
}
