import pg, { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { createSocket } from './connection-socket';
import { DatabaseAvailability } from './availability';
import { ConnectionShares } from './connection-shares';
import {
  connectionWaits,
  databaseAvailable,
  laneConnections,
  laneWaiting,
  poolConnections,
} from './database-metrics';
import { currentDatabaseWork } from './database-work';

export interface PlatformPoolConfig extends PoolConfig {
  /** Time in ms in which the database must send something while calls wait for it. */
  readonly answerTimeoutMs: number;
  /** Time in ms after which a connection without data is closed. */
  readonly silenceMs: number;
}

type Done = (release?: Error | boolean) => void;
type Callback = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/**
 * The pool of the application. Each kind of work gets its share of the connections (`runDatabaseWork`). While the database is
 * away, or refuses new connections and there is none, callers are refused at once.
 */
export class PlatformPool extends Pool {
  readonly availability: DatabaseAvailability;
  private readonly shares: ConnectionShares;
  private readonly releases = new WeakMap<PoolClient, () => void>();
  private readonly observations: readonly (() => void)[];

  constructor({ answerTimeoutMs, silenceMs, ...config }: PlatformPoolConfig) {
    const newSocket = () => createSocket(silenceMs);
    const { host, port } = new Client(config);
    const availability = new DatabaseAvailability({
      host: `${host}:${port}`,
      answerTimeoutMs,
      createClient: () => new Client({ ...config, stream: newSocket }),
    });
    super({ ...config, stream: () => availability.track(newSocket()) });
    this.availability = availability;
    this.shares = new ConnectionShares(() => this.capacity, config.connectionTimeoutMillis ?? Infinity);
    this.on('release', (_error, client) => this.releases.get(client)?.());
    this.on('connect', () => {
      availability.noteConnection();
    });
    availability.whenAway((error) => {
      this.shares.refuseWaiting(error);
    });
    this.observations = this.observe();
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const taken = this.take();
    if (!callback) return taken;
    taken.then(
      (client) => {
        callback(undefined, client, (release) => {
          client.release(release);
        });
      },
      (error: unknown) => {
        const failure =
          error instanceof Error ? error : new Error('a connection was not opened', { cause: error });
        callback(failure, undefined, () => undefined);
      },
    );
    return undefined;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | undefined {
    this.availability.close();
    for (const endObservation of this.observations) endObservation();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  private async take(): Promise<PoolClient> {
    const { availability } = this;
    const work = currentDatabaseWork();
    availability.assertAvailable(work);
    const endWait = availability.beginWait();
    const since = performance.now();
    let leave: () => void = () => undefined;
    try {
      leave = await this.shares.enter(work);
      if (availability.refusesConnections && this.totalCount === 0)
        throw availability.refusedConnection(work);
      const client = await this.open(work);
      connectionWaits.recordSeconds({ work }, since);
      this.releases.set(client, () => {
        endWait();
        leave();
      });
      return client;
    } catch (error) {
      endWait();
      leave();
      throw error;
    }
  }

  private async open(work: ReturnType<typeof currentDatabaseWork>): Promise<PoolClient> {
    try {
      return await super.connect();
    } catch (error) {
      throw this.availability.connectionFailed(error, work);
    }
  }

  private observe(): (() => void)[] {
    const { shares } = this;
    return [
      poolConnections.observe(() => [
        [{ state: 'idle' }, this.idleCount],
        [{ state: 'used' }, this.totalCount - this.idleCount],
      ]),
      laneConnections.observe(() => shares.state().map(({ work, held }) => [{ work }, held])),
      laneWaiting.observe(() => shares.state().map(({ work, waiting }) => [{ work }, waiting])),
      databaseAvailable.observe(() => [[{}, Number(this.availability.isAnswering)]]),
    ];
  }

  /** While the database refuses new connections, those that are open have to do. */
  private get capacity(): number {
    const { max } = this.options;
    return this.availability.refusesConnections ? Math.max(1, Math.min(max, this.totalCount)) : max;
  }
}

/** The driver that TypeORM creates its pool with. */
export const platformDriver = { ...pg, Pool: PlatformPool };
