import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

const HOST = '127.0.0.1';

/**
 * State of a link. `refused`: nothing listens, and connections are reset. `silent`: nothing is answered, also not on new
 * connections. `full`: the server refuses new connections as PostgreSQL does without a free one (53300).
 */
type State = 'open' | 'refused' | 'silent' | 'full';

/** `ErrorResponse` of PostgreSQL (protocol 3.0, message formats). */
const TOO_MANY = Buffer.from('SFATAL\0VFATAL\0C53300\0Mtoo many clients already\0\0');

/** A TCP proxy in front of a database that counts connections. Its port never changes. */
export class DatabaseLink {
  /** Times of the connections that clients have opened or tried to open, in ms. */
  readonly attempts: number[] = [];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private state: State = 'open';
  private port = 0;

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => {
      this.accept(client);
    });
  }

  static async to(databaseUrl: string): Promise<DatabaseLink> {
    const link = new DatabaseLink(new URL(databaseUrl));
    await link.listen();
    return link;
  }

  /** Address of the database through this link. */
  get url(): string {
    return Object.assign(new URL(this.target), { hostname: HOST, port: String(this.port) }).href;
  }

  get host(): string {
    return `${HOST}:${this.port}`;
  }

  async enter(state: State): Promise<void> {
    this.state = state;
    if (state === 'silent') for (const socket of this.sockets) socket.pause();
    if (state === 'refused') await this.refuse();
  }

  /** Ends the outage. Connections that were silent go on, if their clients have not closed them. */
  async heal(): Promise<void> {
    this.state = 'open';
    if (!this.server.listening) await this.listen();
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    await this.refuse();
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, HOST);
    await once(this.server, 'listening');
    this.port = (this.server.address() as AddressInfo).port;
  }

  private async refuse(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (!this.server.listening) return;
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    this.attempts.push(performance.now());
    client.on('error', () => client.destroy());
    if (this.state === 'full') {
      client.once('data', () => {
        const length = Buffer.alloc(4);
        length.writeInt32BE(TOO_MANY.length + 4);
        client.end(Buffer.concat([Buffer.from('E'), length, TOO_MANY]));
      });
      return;
    }
    const database = connect(Number(this.target.port), this.target.hostname);
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      this.sockets.add(from);
      from.on('error', end).on('close', end);
      from.on('close', () => this.sockets.delete(from));
      from.on('data', (bytes) => to.write(bytes));
      if (this.state === 'silent') from.pause();
    }
  }
}
